import type { FactPart } from '../../facts/registry/fact-list.ts';
import { Problems, TextArea, TextField } from '../form/fields.tsx';
import type { FormState } from '../form/form-state.ts';
import { FactField } from './fact-field.tsx';
import { fieldNamesOf, listParts } from './submittable-facts.ts';

const SECTIONS = ['product', 'ingredients', 'nutrition'] as const;
/** Facts that identify a new product. */
const FIRST: readonly string[] = ['name', 'brand', 'category'];
const HIDDEN = ['product_id', 'product_name', 'kind', 'fact', 'known'];

/**
 * The form for a new product (without `product_id`), for completing or correcting one, or for one of its facts
 * (`fact`). Hidden fields hold the prefilled values.
 */
export function SubmissionForm({ state }: { state: FormState }) {
  const { texts, form } = state;
  const { t } = texts;
  const fact = form.get('fact') ?? undefined;
  const parts = listParts(form.get('kind'), fact);
  return (
    <form method="post" action="/contribute" class="card sheet">
      <Problems {...state} />
      {HIDDEN.map((name) =>
        form.has(name) ? <input key={name} type="hidden" name={name} value={form.get(name) ?? ''} /> : null,
      )}
      {!form.has('product_id') ? (
        <NewProduct parts={parts} state={state} />
      ) : fact === undefined ? (
        <KnownProduct parts={parts} state={state} />
      ) : (
        <>
          {fact === 'barcode' && (
            <BarcodeField state={{ ...state, focus: 'gtin' }} label={t('contribute.furtherBarcode')} />
          )}
          {fact === 'msrp' && <Price state={{ ...state, focus: 'msrp.amount' }} />}
          <Facts parts={parts} state={{ ...state, focus: parts.flatMap(fieldNamesOf)[0] }} />
          <p>
            <a href={`/contribute?${new URLSearchParams({ product: form.get('product_id') ?? '' })}`}>
              {t('contribute.allFacts')}
            </a>
          </p>
        </>
      )}
      <Sender state={state} />
      <Honeypot />
      <button type="submit">{t('contribute.send')}</button>
    </form>
  );
}

interface PartsProps {
  parts: readonly FactPart[];
  state: FormState;
}

function NewProduct({ parts, state }: PartsProps) {
  const { t } = state.texts;
  const first = FIRST.flatMap((name) => parts.filter((part) => part.name === name));
  const others = parts.filter((part) => !first.includes(part));
  return (
    <>
      <BarcodeField state={state} label={t('contribute.barcode')} />
      <Facts parts={first} state={state} />
      <details open={others.flatMap(fieldNamesOf).some((name) => isFilled(state, name))}>
        <summary>{t('contribute.more')}</summary>
        <Sections parts={others.filter(({ isUsual }) => isUsual)} state={state} />
        <h2>{t('contribute.rarer')}</h2>
        <Facts parts={others.filter(({ isUsual }) => !isUsual)} state={state} />
        <Price state={state} />
      </details>
    </>
  );
}

function KnownProduct({ parts, state }: PartsProps) {
  const { t } = state.texts;
  const rarer = parts.filter(({ isUsual }) => !isUsual);
  return (
    <>
      <Sections parts={parts.filter(({ isUsual }) => isUsual)} state={state} />
      <details open={rarer.flatMap(fieldNamesOf).some((name) => hasProblem(state, name))}>
        <summary>{t('contribute.more')}</summary>
        <BarcodeField state={state} label={t('contribute.furtherBarcode')} />
        <Facts parts={rarer} state={state} />
        <Price state={state} />
      </details>
    </>
  );
}

function Sections({ parts, state }: PartsProps) {
  return (
    <>
      {SECTIONS.map((section) => {
        const shown = parts.filter(({ fact }) => section === (fact.section ?? 'product'));
        return shown.length === 0 ? null : (
          <section key={section}>
            <h2>{state.texts.t(`contribute.${section}`)}</h2>
            <Facts parts={shown.toSorted((a, b) => effortOf(a) - effortOf(b))} state={state} />
          </section>
        );
      })}
    </>
  );
}

function Price({ state }: { state: FormState }) {
  const { t } = state.texts;
  return (
    <>
      <TextField
        {...{ state, name: 'msrp.amount', type: 'number', min: 0, step: 'any' }}
        label={t('contribute.price')}
        hint={t('contribute.priceHint')}
      />
      <TextField {...{ state, name: 'msrp.currency', maxLength: 3 }} label={t('contribute.currency')} />
      <TextField {...{ state, name: 'msrp.region', maxLength: 6 }} label={t('contribute.region')} />
    </>
  );
}

/** Fields for the reviewer, besides the facts. */
function Sender({ state }: { state: FormState }) {
  const { t } = state.texts;
  const names = ['source_url', 'note', 'contact_email'];
  return (
    <details open={names.some((name) => isFilled(state, name))}>
      <summary>{t('contribute.aboutIt')}</summary>
      <TextField
        {...{ state, name: 'source_url', type: 'url', maxLength: 500 }}
        label={t('contribute.sourceUrl')}
        hint={t('contribute.sourceUrlHint')}
      />
      <TextArea
        {...{ state, name: 'note', rows: 3, maxLength: 1_000 }}
        label={t('contribute.note')}
        hint={state.form.has('product_id') ? t('contribute.noteHint') : undefined}
      />
      <TextField
        {...{ state, name: 'contact_email', type: 'email', maxLength: 320, autocomplete: 'email' }}
        label={t('contribute.email')}
        hint={t('contribute.emailHint')}
      />
    </details>
  );
}

/** Orders a section: facts that the package shows as one value come first. */
function effortOf({ value }: FactPart): number {
  return value.type === 'code' || value.type === 'nutriments' ? 1 : 0;
}

function Facts({ parts, state }: PartsProps) {
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

/** Hidden from people and screen readers: only bots fill it in (see `takeSubmission`). */
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

const isFilled = (state: FormState, name: string): boolean =>
  hasProblem(state, name) || Boolean(state.form.get(name));
