import type { FactPart } from '../../facts/registry/fact-list.ts';
import type { Texts } from '../texts/texts.ts';

const UNITS: Readonly<Record<string, string>> = { ug: 'µg', kj: 'kJ', pct: '%' };

/** The name of a part of a fact; in English as the registry has it, where translators have not named it yet. */
export function nameFact({ word }: Texts, { name, label }: Pick<FactPart, 'name' | 'label'>): string {
  return word('facts', name, label);
}

/** `Fat (g)` for `fat_g`. */
export function nameNutriment({ word }: Texts, key: string): string {
  const at = key.lastIndexOf('_');
  const unit = key.slice(at + 1);
  const name = key.slice(0, at).replaceAll('_', ' ');
  return `${word('nutriments', key, capitalise(name))} (${UNITS[unit] ?? unit})`;
}

/** The name of a code of a closed list: an allergen, a label, a unit, the letter of a score. */
export function nameCode({ word }: Texts, code: string): string {
  const isUnit = code.length < 3 && !/^[a-f]$/.test(code);
  return word('codes', code, isUnit ? code : capitalise(code.replaceAll('-', ' ')));
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
