import { FACT_LIST, PART_LIST } from '../../facts/registry/fact-list.ts';
import type { SentSubmission } from '../../review/submissions/submission-contract.ts';
import { FactValue } from '../product/facts/fact-value.tsx';
import type { Texts } from '../texts/texts.ts';

const LABELS = new Map<string, string>(
  [...FACT_LIST.map(({ field, label }) => ({ name: field, label })), ...PART_LIST].map(({ name, label }) => [
    name,
    label,
  ]),
);

/** The sender's view of a submission: the product, the values, the pictures. */
export function Receipt({
  sent,
  category,
  texts,
}: {
  sent: SentSubmission;
  /** The name of the submitted category. */
  category: string | undefined;
  texts: Texts;
}) {
  const { t } = texts;
  const { gtin, product_id: productId, content, pictures } = sent;
  return (
    <section>
      <h2>{t('submission.sent')}</h2>
      {productId !== null && (
        <p>
          <a href={`/product/id/${productId}`}>{t('submission.product')}</a>
        </p>
      )}
      <dl class="sent">
        {gtin !== null && (
          <>
            <dt>{t('submission.barcode')}</dt>
            <dd>{gtin}</dd>
          </>
        )}
        {Object.entries(content).map(([name, value]) => (
          <>
            <dt>{nameOf(name, texts)}</dt>
            <dd>
              <FactValue
                name={name}
                value={name === 'category' ? (category ?? value) : value}
                texts={texts}
              />
            </dd>
          </>
        ))}
      </dl>
      {pictures.length > 0 && (
        <ul class="thumbnails">
          {pictures.map(({ id, role, thumbnail }) => (
            <li key={id}>
              {thumbnail !== null && <img src={thumbnail} alt={t(`picture.${role}`)} loading="lazy" />}
              <span aria-hidden={thumbnail === null ? undefined : 'true'}>{t(`picture.${role}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function nameOf(name: string, { t, word }: Texts): string {
  if (name === 'note') return t('contribute.note');
  if (name === 'source_url') return t('contribute.sourceUrl');
  if (name === 'msrp') return t('contribute.price');
  return word('facts', name, LABELS.get(name) ?? name);
}
