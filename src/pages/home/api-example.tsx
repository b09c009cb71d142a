import type { ShownItem } from '../../search/search-contract.ts';
import type { Texts } from '../texts/texts.ts';

const FIELDS = ['brand', 'net_content_value', 'net_content_unit', 'nutri_score'] as const;

/** An example API call with its answer, for one of the products. */
export function ApiExample({
  items,
  root,
  texts: { t },
}: {
  items: readonly ShownItem[];
  root: string;
  texts: Texts;
}) {
  const item = items.find(({ gtin, nutri_score: score }) => gtin && score) ?? items.find(({ gtin }) => gtin);
  if (!item) return null;
  const { id, gtin, name, brand, net_content_value, net_content_unit, nutri_score } = item;
  // In the order of the API description.
  const answer = { id, gtin, name, brand, net_content_value, net_content_unit, nutri_score };
  return (
    <section class="example" aria-labelledby="example">
      <h2 id="example">{t('home.api')}</h2>
      <p>{t('home.apiText')}</p>
      <pre tabIndex={0}>
        <code>
          <span class="prompt">$ </span>
          {`curl -G ${root}/api/v1/products/barcode/${gtin} \\\n    -d fields=${FIELDS.join(',')}\n`}
          <span class="answer">{JSON.stringify(answer, undefined, 2)}</span>
        </code>
      </pre>
      <p>
        <a href="/docs/quick-start">{t('home.quickStart')}</a>
      </p>
    </section>
  );
}
