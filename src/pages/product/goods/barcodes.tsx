import { drawBarcode } from '../../../catalog/barcodes/draw-barcode.ts';
import type { Product } from '../../../catalog/products/product-contract.ts';
import type { Texts } from '../../texts/texts.ts';
import type { FactSources } from '../facts/fact-sources.ts';
import { SectionHead } from '../section-head.tsx';

interface Given {
  product: Product;
  factSources: FactSources;
  texts: Texts;
}

/** The primary barcode as printed, and all barcodes in digits. */
export function Barcodes({ product: { gtin, barcodes }, factSources, texts }: Given) {
  const { t, regionName } = texts;
  if (barcodes.length === 0) return null;
  const drawing = gtin === null ? undefined : drawBarcode(gtin);
  return (
    <section aria-labelledby="barcodes">
      <SectionHead
        id="barcodes"
        title={t('product.barcodes')}
        field="barcode"
        factSources={factSources}
        texts={texts}
      />
      {drawing !== undefined && (
        // Hidden from screen readers: the digits follow as text.
        <div class="barcode" aria-hidden="true" dangerouslySetInnerHTML={{ __html: drawing }} />
      )}
      <ul class="codes">
        {barcodes.map(({ gtin: code, type, pack_level: level, region }) => (
          <li key={code}>
            <code>{code}</code>{' '}
            <span class="faint">
              {[
                type.toUpperCase().replace('GTIN', 'GTIN-'),
                t(`product.packs.${level}`),
                ...(region === null
                  ? []
                  : [region === 'GLOBAL' ? t('product.everywhere') : regionName(region)]),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
