import codes from './additive-classes.json' with { type: 'json' };

type AdditiveClass = keyof typeof codes;

/** What an additive does in food, by the functional classes of the Codex Alimentarius (CXG 36-1989). */
export const ADDITIVE_CLASSES = Object.keys(codes) as AdditiveClass[];

/** An additive with several classes has the one that labels mostly state. */
const CLASS_OF = new Map(
  ADDITIVE_CLASSES.flatMap((name) => codes[name].split(' ').map((code) => [code, name] as const)),
);

/** Returns the number that a form of an additive is one of: `e341` for `e341ii`; undefined for a number without forms. */
export function widerAdditive(code: string): string | undefined {
  return /^(e\d+[a-z]??)(?:i{1,3}|i?v|vi{1,3})$/.exec(code)?.[1];
}

/** Returns the class of an additive by its E number, or undefined where none is recorded. */
export function classOfAdditive(code: string): AdditiveClass | undefined {
  return CLASS_OF.get(code) ?? CLASS_OF.get(widerAdditive(code) ?? '');
}
