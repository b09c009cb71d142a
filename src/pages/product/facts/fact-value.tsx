import type { ComponentChildren } from 'preact';
import { PART_LIST, type FactPart } from '../../../facts/registry/fact-list.ts';
import type { Texts } from '../../texts/texts.ts';
import { nameNutriment, showAmount } from './nutriment-text.ts';

const PART_BY_NAME = new Map<string, FactPart>(PART_LIST.map((part) => [part.name, part]));

/** A readable value of any fact, by its declaration in the registry; new facts need no change here. */
export function FactValue({ name, value, texts }: { name: string; value: unknown; texts: Texts }) {
  return <>{showValue(name, value, texts)}</>;
}

function showValue(name: string, value: unknown, texts: Texts): ComponentChildren {
  const part = PART_BY_NAME.get(name);
  if (Array.isArray(value)) {
    return (
      <ul class="words">
        {value.map((item) => (
          <li key={String(item)}>
            <FactItem name={name} item={item} texts={texts} />
          </li>
        ))}
      </ul>
    );
  }
  if (typeof value === 'number') return texts.number(value);
  if (typeof value === 'boolean') return texts.t(value ? 'product.yes' : 'product.no');
  if (typeof value === 'object' && value !== null) return <Table part={part} table={value} texts={texts} />;
  const text = String(value);
  if (name === 'nutrition_basis') return texts.t(`product.basis.${text as '100g'}`);
  // Grades are upper case, units are not.
  if (part?.value.type === 'choice')
    return texts.word('codes', text, name.endsWith('_score') ? text.toUpperCase() : text);
  if (part?.value.type === 'time') return texts.date(text);
  if (part?.value.type === 'language') return texts.languageName(text);
  return <bdi>{name === 'country_of_origin' ? texts.countryName(text) : text}</bdi>;
}

/** The name of an item of a list. */
export function FactItem({ name, item, texts }: { name: string; item: unknown; texts: Texts }) {
  return <bdi>{nameItem(PART_BY_NAME.get(name), item, texts)}</bdi>;
}

function nameItem(part: FactPart | undefined, item: unknown, texts: Texts): string {
  const text = typeof item === 'string' ? item : JSON.stringify(item);
  if (part?.value.type !== 'list') return text;
  if (part.value.of === 'choice') return texts.word('codes', text, capitalize(text.replaceAll('-', ' ')));
  if (part.value.of === 'country') return texts.countryName(text);
  if (part.value.of !== 'additive') return text;
  const name = texts.codeName('additives', text);
  // E numbers have a capital E.
  return name === undefined ? capitalize(text) : `${capitalize(text)} ${name}`;
}

/** A table: texts by language, amounts by nutriment, or anything by key. */
function Table({ part, table, texts }: { part: FactPart | undefined; table: object; texts: Texts }) {
  const isByLanguage = part?.value.type === 'texts';
  return (
    <dl class="table">
      {Object.entries(table).map(([key, value]: [string, unknown]) => (
        <div key={key}>
          <dt>{isByLanguage ? texts.languageName(key) : nameNutriment(key, texts)}</dt>
          <dd>
            <bdi lang={isByLanguage ? key : undefined}>
              {typeof value === 'number' && !isByLanguage ? showAmount(key, value, texts) : String(value)}
            </bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
