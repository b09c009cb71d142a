import { readTable } from '../../data/read-data.ts';

/** How the value of an element is decoded; other values are shown unchanged. */
export type Decoding =
  /** YYMMDD, with day 00 for the last day of the month. */
  | 'date'
  /** One date, or the first and last date of a range. */
  | 'dates'
  /** YYMMDD with hours, perhaps minutes and seconds; 9999 for no time. */
  | 'moment'
  /** YYYYMMDD, perhaps with hours and minutes. */
  | 'long_moment'
  /** The last digit of the identifier is the number of decimals. */
  | 'decimal'
  /** The same, after the three digits of a currency (ISO 4217). */
  | 'money';

export interface ApplicationIdentifier {
  ai: string;
  /** The pattern of the whole value. */
  pattern: RegExp;
  /** The length of a fixed-length value, which needs no separator after it. */
  length: number | undefined;
  decoding: Decoding | undefined;
}

/** The highest digit of `n`, which is the most decimals, if it is below 9. */
const LAST_DIGITS: [beginning: RegExp, most: number][] = [
  [/^3[1-6]|^395/, 5],
  [/^394/, 3],
];

const CHARACTERS: Record<string, string> = {
  N: '[0-9]',
  X: String.raw`[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]`,
  Y: String.raw`[#\-/0-9A-Z]`,
  Z: '[0-9A-Za-z_-]',
  A: '[0-9A-Z]',
  B: '[01]',
};

const COMPONENT = /^([NXYZAB])(\d+)?(?:\.\.(\d+))?(\?)?$/;

/** Returns the least and the greatest length of a component, and the pattern of a present one. */
function readComponent(component: string): { source: string; least: number; most: number } {
  const [, characters = '', from, to, isOptional] = COMPONENT.exec(component) ?? [];
  if (characters === '') {
    const isAbsent = component.endsWith('?');
    return { source: component, least: isAbsent ? 0 : 1, most: 1 };
  }
  const least = Number(from ?? 1);
  const most = Number(to ?? from);
  const source = `${CHARACTERS[characters]}{${least},${most}}`;
  return isOptional ? { source: `(?:${source})?`, least: 0, most } : { source, least, most };
}

/**
 * Reads the application identifiers of the GS1 General Specifications (section 3), grouped by format. A format lists its
 * components: the character set (N digits; X the 82 of figure 7.11-1; Y the 39 of 7.11-2; Z those of base64url; A capitals
 * and digits; B 0 or 1), then the length (`6`, `..20` for 1 to 20, `5..30`), and `?` for an optional one. Any other
 * character is literal. `n` in an identifier stands for each of its last digits.
 */
function listIdentifiers(): Map<string, ApplicationIdentifier> {
  const all = new Map<string, ApplicationIdentifier>();
  for (const { identifiers = '', format = '', ...row } of readTable('application-identifiers.csv')) {
    const decoding = row['decoding'] as Decoding | undefined;
    const components = format.split(' ').map(readComponent);
    const sum = (size: 'least' | 'most') => components.reduce((total, part) => total + part[size], 0);
    const pattern = new RegExp(`^${components.map(({ source }) => source).join('')}$`);
    const length = sum('least') === sum('most') ? sum('most') : undefined;
    for (const ai of identifiers.split(' ').flatMap(spellOut)) all.set(ai, { ai, pattern, length, decoding });
  }
  return all;
}

function spellOut(identifier: string): string[] {
  if (!identifier.endsWith('n')) return [identifier];
  const most = LAST_DIGITS.find(([beginning]) => beginning.test(identifier))?.[1] ?? 9;
  return Array.from({ length: most + 1 }, (_, digit) => identifier.slice(0, -1) + String(digit));
}

/** The identifiers by their two to four digits. No identifier is a prefix of another. */
export const APPLICATION_IDENTIFIERS: ReadonlyMap<string, ApplicationIdentifier> = listIdentifiers();

/** Returns the identifier at a position of a text, or undefined for an unknown one. */
export function findIdentifier(text: string, at: number): ApplicationIdentifier | undefined {
  for (const length of [2, 3, 4]) {
    const found = APPLICATION_IDENTIFIERS.get(text.slice(at, at + length));
    if (found) return found;
  }
  return undefined;
}
