import type { Texts } from '../../texts/texts.ts';

/** A key ends in its unit. */
const UNITS: Record<string, string> = { kj: 'kJ', kcal: 'kcal', g: 'g', mg: 'mg', ug: 'µg', pct: '% vol' };
const KEY = /^(.+)_(kj|kcal|g|mg|ug|pct)$/;

/** `saturated_fat_g` as `Saturated fat`, in the reader's language where it has a word. */
export function nameNutriment(key: string, texts: Texts): string {
  const words = (KEY.exec(key)?.[1] ?? key).replaceAll('_', ' ');
  return texts.word('nutriments', key, words.charAt(0).toUpperCase() + words.slice(1));
}

export function shownUnitOf(key: string): string {
  return UNITS[KEY.exec(key)?.[2] ?? ''] ?? '';
}

/** An amount with its unit. */
export function showAmount(key: string, amount: number, { number }: Texts): string {
  return `${number(amount)} ${shownUnitOf(key)}`.trim();
}
