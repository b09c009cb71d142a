import { LANGUAGE_CODES } from '../../facts/registry/language-codes.ts';

/** Returns our parameter for their `lc`. A language that is not known here is ignored, like an unknown parameter. */
export const languageOf = (lc: string | undefined): { lang?: string } => {
  const lang = lc?.slice(0, 2).toLowerCase();
  return lang !== undefined && LANGUAGE_CODES.includes(lang) ? { lang } : {};
};

/** The parameters of every read. */
export interface Chosen {
  fields?: string | undefined;
  lc?: string | undefined;
}
