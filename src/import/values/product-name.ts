import { hasWord } from '../../platform/text/fold-text.ts';
import type { ImportWarning, RowRefusal, RowWarning } from '../import-record.ts';
import { cleanText, cutText } from './clean-text.ts';

type ChosenName =
  | { name: string; /** The position among the candidates. */ index: number; warnings: RowWarning[] }
  | { reason: Extract<RowRefusal, 'no_name' | 'placeholder_name'> };

const LONGEST_NAME = 300;

/** Placeholders that people type instead of a name, folded, letters and digits only. */
const PLACEHOLDERS = new Set(
  (
    'test tests teste testtest testproduct producttest testing asdf asdfgh qwerty azerty na none null nil undefined nan ' +
    'unknown unnamed untitled noname nameless product producto produit produkt prodotto productname name nom nombre ' +
    'inconnu unbekannt desconocido sansnom sinnombre ohnename tobedefined tbd todo delete deleted supprime xx aucun'
  ).split(' '),
);

interface Candidate {
  text: string;
  /** ISO 639-1, if it is known. */
  lang?: string | null;
}

/**
 * Returns the first valid name, cleaned. Barcodes and meaningless texts (one letter, one repeated letter, `test`) are
 * not names. HTML entities and tags are resolved, and a name all in capitals is converted to normal case.
 */
export function chooseName(candidates: Iterable<Candidate>, code: string): ChosenName {
  let reason: Extract<RowRefusal, 'no_name' | 'placeholder_name'> = 'no_name';
  let index = -1;
  for (const candidate of candidates) {
    index += 1;
    const text = cleanText(candidate.text);
    const plain = cleanText(withoutTags(text));
    // The part that is kept must itself be a name.
    const cut = cutText(plain, LONGEST_NAME);
    if (!hasWord(cut)) continue;
    if (isPlaceholder(cut, code)) {
      reason = 'placeholder_name';
      continue;
    }
    const name = writeInCase(cut, candidate.lang ?? undefined);
    const warnings: ImportWarning[] = [];
    if (cut !== plain) warnings.push('name_cut');
    if (plain !== text || hasEntity(candidate.text, text)) warnings.push('name_cleaned');
    if (name !== cut) warnings.push('name_in_capitals');
    return { name, index, warnings: warnings.map((warning) => ({ reason: warning })) };
  }
  return { reason };
}

/** Returns whether an entity was resolved; unknown entities and plain ampersands stay. */
function hasEntity(given: string, text: string): boolean {
  return /&[#\p{L}\d]+;/u.test(given) && !given.includes(text);
}

function withoutTags(text: string): string {
  return text.includes('<') ? text.replaceAll(/<\/?[a-z][a-z0-9]*(\s[^<>]*)?\/?>/gi, ' ') : text;
}

/** Returns whether a folded word of letters and digits stands for nothing. */
export const isPlaceholderWord = (word: string) => PLACEHOLDERS.has(word);

function isPlaceholder(name: string, code: string): boolean {
  const compact = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (/^\d+$/.test(compact)) return compact.length === 1 || compact.length >= 8 || compact === code;
  // A Chinese or Japanese character is a word; a single letter of an alphabet is not.
  if (/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u.test(compact)) return true;
  return /^(\p{L})\1{2,}$/u.test(compact) || isPlaceholderWord(compact);
}

/** Words that stay in lower case inside a name, in the most common languages of labels. */
const SMALL_WORDS = new Set(
  (
    'a an and at by for from in of on or the to with au aux avec de des du en et la le les ou sans sur al con da del ' +
    'della di e el los las y und mit im ohne van met och med'
  ).split(' '),
);
/** Abbreviations that stay in capitals. */
const ABBREVIATIONS = new Set(
  'BBQ UHT IPA USA UK EU US AOP AOC IGP DOP DOC DOCG IGT XXL XL XS LED USB HD TV SPF DHA EPA MCT BCAA XO VSOP VS ESL II III IV'.split(
    ' ',
  ),
);
/** Shorter names in capitals are often brands or abbreviations. */
const FEWEST_CAPITALS = 5;

/** Languages whose `I` is the capital of `ı`, and that of `i` is `İ`. */
const DOTLESS = new Set(['tr', 'az']);
/** Letters of these languages; most texts in them have one. */
const DOTLESS_LETTERS = /[ÇĞİÖŞÜƏ]/;

/**
 * `CHOCOLAT AU LAIT` becomes `Chocolat au Lait`, `ISIRGAN ÇAYI` in Turkish `Isırgan Çayı`. A name with any lower-case
 * letter stays unchanged, and so does one whose `I` may be of either kind: a Turkish label may be in English.
 */
function writeInCase(name: string, lang: string | undefined): string {
  const isInCapitals = !/\p{Ll}/u.test(name) && (name.match(/\p{Lu}/gu)?.length ?? 0) >= FEWEST_CAPITALS;
  if (!isInCapitals) return name;
  const looksDotless = DOTLESS_LETTERS.test(name);
  const isDotless = lang === undefined ? looksDotless : DOTLESS.has(lang);
  if (/[Iİ]/.test(name) && isDotless && (lang === undefined || !looksDotless)) return name;
  const locale = isDotless ? lang : undefined;
  return name.replaceAll(/[\p{L}\p{M}\p{N}'’]+/gu, (word, position: number) => {
    if (/\p{N}/u.test(word)) return writeAmount(word);
    if (ABBREVIATIONS.has(word) || !hasVowel(word)) return word;
    const small = word.toLocaleLowerCase(locale);
    // Some capitals, such as `İ`, change length in lower case.
    if (small.length !== word.length) return word;
    return position > 0 && SMALL_WORDS.has(small) ? small : writeWord(small, locale);
  });
}

/** Capitalizes after an elided article (`l'Orange`), but not inside `women's`. */
function writeWord(small: string, locale: string | undefined): string {
  const [, article = '', rest = small] = /^([dlj]['’])(\p{L}.*)$/u.exec(small) ?? [];
  return upperFirst(article, locale) + upperFirst(rest, locale);
}

const upperFirst = (text: string, locale: string | undefined) =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
const hasVowel = (word: string) => !/^[A-Z'’]+$/.test(word) || /[AEIOUY]/.test(word);
const writeAmount = (word: string) =>
  word.replace(
    /^(\d+)(G|KG|MG|ML|CL|OZ|LB)$/,
    (_, amount: string, unit: string) => amount + unit.toLowerCase(),
  );
