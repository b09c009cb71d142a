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

/**
 * The application identifiers of the GS1 General Specifications (section 3), grouped by format. A format lists its
 * components: the character set (N digits; X the 82 of figure 7.11-1; Y the 39 of 7.11-2; Z those of base64url; A capitals
 * and digits; B 0 or 1), then the length (`6`, `..20` for 1 to 20, `5..30`), and `?` for an optional one. Any other
 * character is literal. `n` in an identifier stands for each of its last digits.
 */
const TABLE: [identifiers: string, format: string, decoding?: Decoding][] = [
  ['00', 'N18'],
  ['01 02 03', 'N14'],
  ['11 12 13 15 16 17', 'N6', 'date'],
  ['20', 'N2'],
  ['10 21 22 243 254 420 4318 7020 7021 7022 7240 710 711 712 713 714 715 716 717 8002 8012', 'X..20'],
  ['235', 'X..28'],
  ['240 241 250 251 400 401 403 4308 4319 7002 7023 8004 90', 'X..30'],
  ['242', 'N..6'],
  ['253', 'N13 X..17?'],
  ['255', 'N13 N..12?'],
  ['30 37', 'N..8'],
  ['310n 311n 312n 313n 314n 315n 316n 320n 321n 322n 323n 324n 325n 326n 327n 328n 329n', 'N6', 'decimal'],
  [
    '330n 331n 332n 333n 334n 335n 336n 337n 340n 341n 342n 343n 344n 345n 346n 347n 348n 349n',
    'N6',
    'decimal',
  ],
  [
    '350n 351n 352n 353n 354n 355n 356n 357n 360n 361n 362n 363n 364n 365n 366n 367n 368n 369n',
    'N6',
    'decimal',
  ],
  ['390n 392n', 'N..15', 'decimal'],
  ['391n 393n', 'N3 N..15', 'money'],
  ['394n', 'N4', 'decimal'],
  ['395n', 'N6', 'decimal'],
  ['402', 'N17'],
  ['410 411 412 413 414 415 416 417 7001', 'N13'],
  ['421', 'N3 X..9'],
  ['422 424 426', 'N3'],
  ['423 425', 'N3 N3? N3? N3? N3?'],
  ['427 7008', 'X..3'],
  ['4300 4301 4310 4311 4320', 'X..35'],
  ['4302 4303 4304 4305 4306 4312 4313 4314 4315 4316 7257 8110 8112 8200', 'X..70'],
  ['4307 4317', 'A2'],
  ['4309', 'N20'],
  ['4321 4322 4323', 'B1'],
  ['4324 4325 7003', 'N10', 'moment'],
  ['4326 7006', 'N6', 'date'],
  ['4330 4331 4332 4333', 'N6 -?'],
  ['7004', 'N..4'],
  ['7005', 'X..12'],
  ['7007', 'N6 N6?', 'dates'],
  ['7009 7255', 'X..10'],
  ['7010', 'X..2'],
  ['7011', 'N6 N4?', 'moment'],
  ['7030 7031 7032 7033 7034 7035 7036 7037 7038 7039', 'N3 X..27'],
  ['7040', 'N1 X3'],
  ['7041', 'X..4'],
  ['7230 7231 7232 7233 7234 7235 7236 7237 7238 7239', 'X2 X..28'],
  ['7241', 'N2'],
  ['7242 8013 8014 8020', 'X..25'],
  ['7250', 'N8', 'long_moment'],
  ['7251', 'N12', 'long_moment'],
  ['7252', 'N1'],
  ['7253 7254 7259', 'X..40'],
  ['7256 91 92 93 94 95 96 97 98 99', 'X..90'],
  ['7258', 'N1 / N1'],
  ['8001', 'N14'],
  ['8003', '0 N13 X..16?'],
  ['8005', 'N6'],
  ['8006 8026', 'N14 N2 N2'],
  ['8007', 'X..34'],
  ['8008', 'N8 N2? N2?', 'moment'],
  ['8009', 'X..50'],
  ['8010', 'Y5..30'],
  ['8011', 'N..12'],
  ['8017 8018', 'N18'],
  ['8019', 'N..10'],
  ['8030', 'Z..90'],
  ['8040 8041', 'N15'],
  ['8042', 'N32'],
  ['8043', 'N18..20'],
  ['8111', 'N4'],
];

/** The highest digit of `n`, which is the most decimals, where it is below 9. */
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

function listIdentifiers(): Map<string, ApplicationIdentifier> {
  const all = new Map<string, ApplicationIdentifier>();
  for (const [identifiers, format, decoding] of TABLE) {
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
