import { isFactOf, type FactPart, type PartName } from '../../facts/registry/fact-list.ts';
import { Problems, TextArea, TextField } from '../form/fields.tsx';
import type { FormState } from '../form/form-state.ts';
import { FactField } from './fact-field.tsx';
import { fieldNamesOf, SUBMITTABLE_PARTS } from './submittable-facts.ts';

/** What most people can say of a product, in the order in which it stands on a pack; everything else is folded away. */
const USUAL: { title: 'product' | 'ingredients' | 'nutrition'; parts: PartName[] }[] = [
  {
    title: 'product',
    parts: [
      'name',
      'name_lang',
      'brand',
      'net_content_value',
      'net_content_unit',
      'category',
      'country_of_origin',
    ],
  },
  { title: 'ingredients', parts: ['ingredients_text', 'ingredients_lang', 'allergens'] },
  { title: 'nutrition', parts: ['nutrition_basis', 'serving_size', 'nutriments', 'nutri_score'] },
];
const USUAL_NAMES = new Set(USUAL.flatMap(({ parts }) => parts));

/**
 * The form for a new product (without `product_id`), and for completing or correcting one. Its hidden fields hold the
 * values that it was filled in with.
 */
export function SubmissionForm({ state }: { state: FormState }) {
  const { texts, form } = state;
  const { t } = texts;
  const isNew = !form.has('product_id');
  const kind = form.get('kind');
  const parts = SUBMITTABLE_PARTS.filter(({ fact }) => kind === null || isFactOf(fact, kind));
  const rarer = parts.filter(({ name }) => !USUAL_NAMES.has(name));
  return (
    <form method="post" action="/contribute" class="sheet">
      <Problems {...state} />
      {['product_id', 'kind', 'known'].map((name) =>
        form.has(name) ? <input key={name} type="hidden" name={name} value={form.get(name) ?? ''} /> : null,
      )}
      {isNew && <BarcodeField state={state} label={t('contribute.barcode')} />}
      {USUAL.map(({ title, parts: names }) => {
        const shown = names.flatMap((name) => parts.filter((part) => part.name === name));
        return shown.length === 0 ? null : (
          <section key={title}>
            <h2>{t(`contribute.${title}`)}</h2>
            <Facts parts={shown} state={state} />
          </section>
        );
      })}
      <details open={rarer.flatMap(fieldNamesOf).some((name) => hasProblem(state, name))}>
        <summary>{t('contribute.more')}</summary>
        {!isNew && <BarcodeField state={state} label={t('contribute.furtherBarcode')} />}
        <Facts parts={rarer} state={state} />
        <TextField
          {...{ state, name: 'msrp.amount', type: 'number', min: 0, step: 'any' }}
          label={t('contribute.price')}
          hint={t('contribute.priceHint')}
        />
        <TextField {...{ state, name: 'msrp.currency', maxLength: 3 }} label={t('contribute.currency')} />
        <TextField {...{ state, name: 'msrp.region', maxLength: 6 }} label={t('contribute.region')} />
      </details>
      <section>
        <h2>{t('contribute.aboutIt')}</h2>
        <TextField
          {...{ state, name: 'source_url', type: 'url', maxLength: 500 }}
          label={t('contribute.sourceUrl')}
          hint={t('contribute.sourceUrlHint')}
        />
        <TextArea
          {...{ state, name: 'note', rows: 3, maxLength: 1_000 }}
          label={t('contribute.note')}
          hint={isNew ? undefined : t('contribute.noteHint')}
        />
        <TextField
          {...{ state, name: 'contact_email', type: 'email', maxLength: 320, autocomplete: 'email' }}
          label={t('contribute.email')}
          hint={t('contribute.emailHint')}
        />
      </section>
      <Honeypot />
      <p>{t('contribute.promise')}</p>
      <button type="submit">{t('contribute.send')}</button>
    </form>
  );
}

function Facts({ parts, state }: { parts: readonly FactPart[]; state: FormState }) {
  return (
    <>
      {parts.map((part) => (
        <FactField key={part.name} part={part} state={state} />
      ))}
    </>
  );
}

function BarcodeField({ state, label }: { state: FormState; label: string }) {
  return (
    <TextField
      {...{ state, name: 'gtin', label, inputMode: 'numeric', maxLength: 20 }}
      hint={state.texts.t('contribute.barcodeHint')}
    />
  );
}

/** People neither see it, nor reach it, nor hear of it: what fills it in is a machine (see `takeSubmission`). */
function Honeypot() {
  return (
    <div class="unseen" aria-hidden="true">
      <label for="website">Website</label>
      <input id="website" name="website" type="text" tabIndex={-1} autocomplete="off" />
    </div>
  );
}

function hasProblem({ problems }: FormState, name: string): boolean {
  return problems.some(({ field }) => field === name);
}
