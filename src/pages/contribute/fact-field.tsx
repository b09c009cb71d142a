import { STATED_ALLERGENS } from '../../data/ingredients/stated-allergens.ts';
import type { FactPart } from '../../facts/registry/fact-list.ts';
import { NUTRIMENT_KEYS, USUAL_NUTRIMENTS } from '../../facts/registry/nutriment-keys.ts';
import { Field, FieldGroup, TextArea, TextField } from '../form/fields.tsx';
import type { FormState } from '../form/form-state.ts';
import { LONGEST_CATEGORY } from './fill-form.ts';
import type { Texts } from '../texts/texts.ts';

const LONG_TEXT_ROWS = 4;
const SHORT_TEXT_ROWS = 2;

interface Props {
  part: FactPart;
  state: FormState;
}

/** The input of a part of a fact, by the type of its value. */
export function FactField({ part, state }: Props) {
  const { name, value } = part;
  const { texts, form } = state;
  const { t } = texts;
  const field = { state, name, label: nameFact(texts, part) };
  if (value.type === 'nutriments') return <Nutriments part={part} state={state} />;
  if (value.type === 'number') {
    const bounds = { min: value.least, max: value.most, step: value.isWhole ? 1 : ('any' as const) };
    return <TextField {...field} type="number" {...bounds} />;
  }
  if (value.type === 'choice') {
    const options = value.options.map((code) => ({ code, name: nameCode(texts, code) }));
    return <Select {...field} options={options} />;
  }
  if (value.type === 'language') return <Select {...field} options={texts.languages} />;
  if (value.type === 'flag') {
    return (
      <div class="field tick">
        <label>
          <input type="checkbox" name={name} value="yes" checked={form.has(name)} /> {field.label}
        </label>
      </div>
    );
  }
  if (value.type === 'list' && value.of === 'choice') {
    const ticked = new Set(form.getAll(name));
    const first = value.options.filter((code) => isShownFirst(code, value.options));
    const others = value.options.filter((code) => !first.includes(code));
    const ticksOf = (codes: readonly string[]) => (
      <div class="ticks">
        {codes.map((code) => (
          <label key={code}>
            <input type="checkbox" name={name} value={code} checked={ticked.has(code)} />{' '}
            {nameCode(texts, code)}
          </label>
        ))}
      </div>
    );
    return (
      <FieldGroup {...field}>
        {ticksOf(first)}
        {others.length > 0 && (
          <details open={others.some((code) => ticked.has(code))}>
            <summary>{t('contribute.moreAllergens')}</summary>
            {ticksOf(others)}
          </details>
        )}
      </FieldGroup>
    );
  }
  if (value.type === 'list')
    return <TextArea {...field} rows={SHORT_TEXT_ROWS} hint={t('contribute.onePerLine')} />;
  if (value.type === 'texts')
    return <TextArea {...field} rows={SHORT_TEXT_ROWS} hint={t('contribute.byLanguage')} />;
  if (value.type === 'attributes')
    return <TextArea {...field} rows={SHORT_TEXT_ROWS} hint={t('contribute.byKey')} />;
  if (value.type === 'code')
    return (
      <>
        <TextField
          {...field}
          maxLength={LONGEST_CATEGORY}
          hint={t('contribute.categoryHint')}
          list="categories"
        />
        <datalist id="categories" />
      </>
    );
  const most = value.type === 'text' ? { maxLength: value.most } : {};
  const needed = part.isRequired && !form.has('product_id') ? { required: true, isMarked: true } : {};
  if (value.type === 'text' && value.isLong) return <TextArea {...field} rows={LONG_TEXT_ROWS} {...most} />;
  return <TextField {...field} {...most} {...needed} />;
}

const STATED: readonly string[] = STATED_ALLERGENS;

/**
 * Returns whether a code is always visible: an allergen that labels must name, or any code of another list. The
 * others are collapsed.
 */
function isShownFirst(code: string, options: readonly string[]): boolean {
  return STATED.includes(code) || !options.some((option) => STATED.includes(option));
}

function Select({
  options,
  ...field
}: {
  state: FormState;
  name: string;
  label: string;
  options: readonly { code: string; name: string }[];
}) {
  const chosen = field.state.form.get(field.name);
  return (
    <Field
      {...field}
      control={(described) => (
        <select {...described}>
          <option value="">{field.state.texts.t('contribute.notKnown')}</option>
          {options.map(({ code, name }) => (
            <option key={code} value={code} selected={code === chosen}>
              {name}
            </option>
          ))}
        </select>
      )}
    />
  );
}

function Nutriments({ part, state }: Props) {
  const { texts, form, problems } = state;
  const fieldOf = (key: string) => (
    <TextField
      key={key}
      state={state}
      name={`${part.name}.${key}`}
      label={nameNutriment(texts, key)}
      type="number"
      min={0}
      step="any"
    />
  );
  const others = NUTRIMENT_KEYS.filter((key) => !USUAL_NUTRIMENTS.includes(key));
  const isOpen = others.some(
    (key) => form.has(`${part.name}.${key}`) && problems.some(({ field }) => field === `${part.name}.${key}`),
  );
  return (
    <>
      <div class="amounts">{NUTRIMENT_KEYS.filter((key) => USUAL_NUTRIMENTS.includes(key)).map(fieldOf)}</div>
      <details open={isOpen}>
        <summary>{texts.t('contribute.moreNutriments')}</summary>
        <div class="amounts">{others.map(fieldOf)}</div>
      </details>
    </>
  );
}

const UNITS: Readonly<Record<string, string>> = { ug: 'µg', kj: 'kJ', pct: '%' };

/** Returns the name of a part of a fact; in English from the registry if it has no translation yet. */
function nameFact({ word }: Texts, { name, label }: Pick<FactPart, 'name' | 'label'>): string {
  return word('facts', name, label);
}

/** Returns `Fat (g)` for `fat_g`. */
function nameNutriment({ word }: Texts, key: string): string {
  const at = key.lastIndexOf('_');
  const unit = key.slice(at + 1);
  const name = key.slice(0, at).replaceAll('_', ' ');
  return `${word('nutriments', key, capitalise(name))} (${UNITS[unit] ?? unit})`;
}

/** Returns the name of a code of a closed list: an allergen, a label, a unit or a score. */
function nameCode({ word }: Texts, code: string): string {
  const isUnit = code.length < 3 && !/^[a-f]$/.test(code);
  return word('codes', code, isUnit ? code : capitalise(code.replaceAll('-', ' ')));
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
