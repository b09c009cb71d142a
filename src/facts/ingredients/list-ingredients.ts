import type { DIETS } from '../../data/ingredients/ingredient-codes.ts';
import { judgeDiet, judgeIngredient, MOST_INGREDIENTS, type ContentState } from '../label/content-states.ts';
import { foldWithPlaces } from './fold-places.ts';
import { findIngredientId } from './ingredient-id.ts';
import { splitIngredients, type IngredientPart, type Range } from './ingredient-parts.ts';
import { findPercent } from './ingredient-percent.ts';
import { listTokens } from '../label/label-tokens.ts';
import { readIngredient } from '../label/read-ingredients.ts';
import { joinLines, splitStatements } from '../label/split-statements.ts';
import { recognizeLanguages, type TextLanguages } from '../label/text-languages.ts';

/** An ingredient as a label names it. */
interface LabelIngredient {
  text: string;
  /** 0 in the list itself, 1 in the brackets behind the ingredient of level 0 before it, and so on. */
  level: number;
  id: string | null;
  percent: number | null;
  vegan: ContentState;
  vegetarian: ContentState;
  palm_oil: ContentState;
}

/** Recent lists, which nobody changes: callers ask for the same products again and again. */
let listed = new Map<string, LabelIngredient[]>();
const MOST_LISTED = 2_000;
const LONGEST_LISTED = 1_000;

/** Lists the ingredients of a text in their order, without what it says of traces. */
export function listIngredients(text: string): LabelIngredient[] {
  const known = listed.get(text);
  if (known) return known;
  const list = readList(text);
  if (text.length <= LONGEST_LISTED) {
    if (listed.size === MOST_LISTED) listed = new Map();
    listed.set(text, list);
  }
  return list;
}

function readList(text: string): LabelIngredient[] {
  const written = foldWithPlaces(joinLines(text));
  if (!written) return [];
  const statements = splitStatements(text, false).filter(({ isTrace }) => !isTrace);
  const languages = recognizeLanguages(statements.flatMap((one) => listTokens(one.text)));
  const found: LabelIngredient[] = [];
  for (const { text: folded, from } of statements) {
    const show = ([begin, end]: Range) => written.writtenAt(from + begin, from + end);
    addAll(splitIngredients(folded), 0, { folded, show, languages }, found);
  }
  return found;
}

interface Source {
  folded: string;
  show: (range: Range) => string;
  languages: TextLanguages;
}

function addAll(
  parts: readonly IngredientPart[],
  level: number,
  source: Source,
  found: LabelIngredient[],
): void {
  for (const part of parts) {
    if (found.length === MOST_INGREDIENTS) return;
    const ingredient = describe(part, level, source);
    if (ingredient) found.push(ingredient);
    addAll(part.inner, level + 1, source, found);
  }
}

/** Returns the ingredient, or undefined for a heading such as `Ingredients:` alone. */
function describe(part: IngredientPart, level: number, source: Source): LabelIngredient | undefined {
  const { folded, show, languages } = source;
  const own = part.own.map((range) => skipHeading(range, source));
  const share = own.flatMap(([from, to]) => {
    const found = findPercent(folded.slice(from, to));
    return found ? [{ ...found, from }] : [];
  });
  const [only] = share.length === 1 ? share : [];
  const text = own
    .flatMap(([from, to]): Range[] =>
      only?.from === from
        ? [
            [from, from + only.range[0]],
            [from + only.range[1], to],
          ]
        : [[from, to]],
    )
    .map(show)
    .join(' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[\s*:.,_°¹²³-]+|[\s*:.,_°¹²³-]+$/gu, '');
  if (text === '') return undefined;
  const [from = [0, 0]] = own;
  return {
    text,
    level,
    id: findIngredientId(text),
    percent: only?.percent ?? null,
    ...judge(folded.slice(from[0], part.whole[1]), languages),
  };
}

type Judgement = Pick<LabelIngredient, 'vegan' | 'vegetarian' | 'palm_oil'>;

/** Recent ingredients: labels name the same few thousand again and again. */
let judged = new Map<string, Judgement>();
const MOST_JUDGED = 20_000;
const LONGEST_KEPT = 100;

function judge(text: string, languages: TextLanguages): Judgement {
  const key = `${languages.spoken} ${languages.beside} ${text}`;
  const known = judged.get(key);
  if (known) return known;
  const { isRead, named, maybe, origins, has, mayHave } = readIngredient(text, languages);
  const suits = (diet: (typeof DIETS)[number]) =>
    judgeDiet(diet, {
      contains: (code) => named.has(code),
      mayContain: (code) => maybe.has(code) || mayHave.has(code),
      origins: (origin) => origins.has(origin),
      isRead,
    });
  const judgement: Judgement = {
    vegan: suits('vegan'),
    vegetarian: suits('vegetarian'),
    palm_oil: judgeIngredient({ has: has.has('palm-oil'), mayHave: mayHave.has('palm-oil'), isRead }),
  };
  if (key.length <= LONGEST_KEPT) {
    if (judged.size === MOST_JUDGED) judged = new Map();
    judged.set(key, judgement);
  }
  return judgement;
}

/** Leaves out words before a colon that name nothing, such as `Ingredients:`. */
function skipHeading(range: Range, { folded, languages }: Source): Range {
  const [from, to] = range;
  const colon = folded.slice(from, to).indexOf(':');
  if (colon < 0) return range;
  const { unread, isRead } = readIngredient(folded.slice(from, from + colon), languages);
  return unread.length === 0 && !isRead ? [from + colon + 1, to] : range;
}
