import type { Texts } from '../texts/texts.ts';

/** A problem of a submitted form. */
export interface Problem {
  /** The name of the field; undefined for the form as a whole. */
  field?: string | undefined;
  text: string;
  /** The API's rule, in English, if the text does not contain it. */
  rule?: string | undefined;
  /** A link to more information. */
  href?: string | undefined;
}

/** The state of a form: empty, prefilled, or shown again after a refusal. */
export interface FormState {
  texts: Texts;
  /** The values of its fields, by name. */
  form: URLSearchParams;
  problems: readonly Problem[];
  /** The name of the field to focus. */
  focus?: string | undefined;
}

/** Returns the element id of a field, whose name may contain a point. */
export function idOf(field: string): string {
  return `field-${field.replaceAll('.', '-')}`;
}
