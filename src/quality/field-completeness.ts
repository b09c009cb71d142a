import { FACTS } from '../facts/registry/fact-registry.ts';
import type { Nutriments, TemplateField } from './plausibility-check.ts';

export interface Completeness {
  /** 0..1 */
  completeness: number;
  /** What is missing for completeness 1, by name. */
  missing: string[];
}

const ATTRIBUTES_WITHOUT_TEMPLATE = 8;

/** Returns the share of the named items that are present. */
export function measureShare(presence: Readonly<Record<string, boolean>>): Completeness {
  const names = Object.keys(presence);
  const missing = names.filter((name) => !presence[name]);
  return { completeness: (names.length - missing.length) / names.length, missing };
}

/** Returns the share of the EU label's seven nutriments that are present; energy counts in either unit. */
export function measureNutriments(nutriments: Nutriments | null): Completeness {
  const isPresent = (key: string) => Number.isFinite(nutriments?.[key]);
  return measureShare({
    energy_kcal: isPresent('energy_kcal') || isPresent('energy_kj'),
    fat_g: isPresent('fat_g'),
    saturated_fat_g: isPresent('saturated_fat_g'),
    carbohydrates_g: isPresent('carbohydrates_g'),
    sugars_g: isPresent('sugars_g'),
    proteins_g: isPresent('proteins_g'),
    salt_g: isPresent('salt_g'),
  });
}

/**
 * Returns the share of the template's required fields that are filled; if none is required, eight attributes count as
 * complete.
 */
export function measureAttributes(
  attributes: Readonly<Record<string, unknown>>,
  templateFields: readonly TemplateField[],
): Completeness {
  const required = templateFields.filter((field) => field.required);
  if (required.length > 0) {
    return measureShare(Object.fromEntries(required.map(({ key }) => [key, isFilled(attributes[key])])));
  }
  const filledCount = Object.values(attributes).filter(isFilled).length;
  const completeness = Math.min(1, filledCount / ATTRIBUTES_WITHOUT_TEMPLATE);
  return { completeness, missing: completeness < 1 ? ['attributes'] : [] };
}

/** Returns whether there is a value: blank text is none, but 0 and false are values. */
export function isFilled(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined;
}

/** Returns whether the text has at least two letters, in any script. */
export function isName(name: string): boolean {
  return /\p{L}.*\p{L}/su.test(name);
}

/**
 * Returns whether the category is a real one. Each archive kind has a catch-all with the code `uncategorized`, alone
 * or with the kind's name.
 */
export function isCategorized(code: string | null): boolean {
  return isFilled(code) && !/\buncategorized\b/.test(code ?? '');
}

/** Returns whether the text has at least three characters and no run of `?`, which indicates a lost encoding. */
export function isReadable(text: string | null): boolean {
  return text !== null && text.trim().length >= 3 && !text.includes('??');
}

export function isNutriScore(grade: string | null): boolean {
  return FACTS.nutri_score.value.options.some((letter) => letter === grade);
}
