import type { Texts } from '../../texts/texts.ts';

/** The unit at the end of a key. */
const UNITS: Record<string, string> = { kj: 'kJ', kcal: 'kcal', g: 'g', mg: 'mg', ug: 'µg', pct: '% vol' };
const KEY = /^(.+)_(kj|kcal|g|mg|ug|pct)$/;

/** `saturated_fat_g` becomes `Saturated fat`, translated if the reader's language has the word. */
export function nameNutriment(key: string, texts: Texts): string {
  const words = (KEY.exec(key)?.[1] ?? key).replaceAll('_', ' ');
  return texts.word('nutriments', key, words.charAt(0).toUpperCase() + words.slice(1));
}

export function shownUnitOf(key: string): string {
  return UNITS[KEY.exec(key)?.[2] ?? ''] ?? '';
}

/** Formats an amount with its unit. */
export function showAmount(key: string, amount: number, { number }: Texts): string {
  return `${number(amount)} ${shownUnitOf(key)}`.trim();
}
