import {
  computeCheckDigit,
  displayGtin,
  findGtinWarning,
  gtinTypeOf,
  parseGtin,
} from '../../facts/values/gtin.ts';
import { pageAddressOf } from '../../catalog/products/page-address.ts';
import type { Product } from '../../catalog/products/product-contract.ts';
import type { Page } from '../page.ts';
import type { Texts } from '../texts/texts.ts';

/**
 * The page for digits without a known product: explains them, and links to the form if they can be a barcode, or to the
 * product that was `meant`.
 */
export function buildUnknownPage(digits: string, { t }: Texts, meant: Product | undefined): Page {
  const read = parseGtin(digits);
  const warning = read.ok ? findGtinWarning(read.gtin14)?.reason : undefined;
  const body = digits.slice(0, -1);
  return {
    title: t('unknown.title'),
    status: 404,
    searched: digits,
    body: (
      <>
        <h1>{t('unknown.title')}</h1>
        <p>
          <code class="code">{read.ok ? read.gtin : digits}</code>
        </p>
        {read.ok ? (
          <>
            <p>
              {t('unknown.valid', {
                type: gtinTypeOf(read.gtin14).replace('gtin', 'GTIN-'),
                digit: displayGtin(read.gtin14).slice(-1),
              })}
              {warning && ` ${t(`unknown.warnings.${warning}`)}`}
            </p>
            <p>{t('unknown.add')}</p>
            <p class="buttons">
              <a class="button" href={`/contribute/pictures?gtin=${read.gtin}`}>
                {t('contribute.withPictures')}
              </a>
              <a class="button plain" href={`/contribute?gtin=${read.gtin}`}>
                {t('unknown.addButton')}
              </a>
            </p>
          </>
        ) : (
          <>
            <p>
              {t(`unknown.reasons.${read.reason}`, { length: digits.length, digit: computeCheckDigit(body) })}
            </p>
            {meant && (
              <p>
                {t('search.meant')}{' '}
                <a href={pageAddressOf(meant)}>
                  <bdi>{meant.name}</bdi>
                </a>
              </p>
            )}
          </>
        )}
        <p>
          <a href="/scan">{t('unknown.scan')}</a>
        </p>
      </>
    ),
  };
}
