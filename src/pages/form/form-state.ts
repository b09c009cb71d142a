import type { Texts } from '../texts/texts.ts';

/** The problems of a form that was sent. */
export interface Problem {
  /** Name of the field; undefined: the form as a whole. */
  field?: string | undefined;
  text: string;
  /** The rule as the API words it, in English, where the text does not say it. */
  rule?: string | undefined;
  /** Where more is to be found. */
  href?: string | undefined;
}

/** A form as it is shown: empty, filled in beforehand, or again after it was sent. */
export interface FormState {
  texts: Texts;
  /** What stands in its fields, by their names. */
  form: URLSearchParams;
  problems: readonly Problem[];
  /** The name of the field that the reader came for. */
  focus?: string | undefined;
}

/** Id of the element of a field; a name may hold a point. */
export function idOf(field: string): string {
  return `field-${field.replaceAll('.', '-')}`;
}
