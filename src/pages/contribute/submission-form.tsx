import { isFactOf, type FactPart } from '../../facts/registry/fact-list.ts';
import { Problems, TextArea, TextField } from '../form/fields.tsx';
import type { FormState } from '../form/form-state.ts';
import { FactField } from './fact-field.tsx';
import { fieldNamesOf, SUBMITTABLE_PARTS } from './submittable-facts.ts';

const SECTIONS = ['product', 'ingredients', 'nutrition'] as const;

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
  const rarer = parts.filter(({ isUsual }) => !isUsual);
  return (
    <form method="post" action="/contribute" class="sheet">
      <Problems {...state} />
      {['product_id', 'kind', 'known'].map((name) =>
        form.has(name) ? <input key={name} type="hidden" name={name} value={form.get(name) ?? ''} /> : null,
      )}
      {isNew && <BarcodeField state={state} label={t('contribute.barcode')} />}
      {SECTIONS.map((section) => {
        const usual = parts.filter(({ fact, isUsual }) => isUsual && section === (fact.section ?? 'product'));
        return usual.length === 0 ? null : (
          <section key={section}>
            <h2>{t(`contribute.${section}`)}</h2>
            <Facts parts={usual.toSorted((a, b) => effortOf(a) - effortOf(b))} state={state} />
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

/** Orders a section: first the facts that stand on a pack as one value. */
function effortOf({ value }: FactPart): number {
  return value.type === 'code' || value.type === 'nutriments' ? 1 : 0;
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
