/** What an additive does in food, by the functional classes of the Codex Alimentarius (CXG 36-1989). */
export const ADDITIVE_CLASSES = [
  'colour',
  'preservative',
  'antioxidant',
  'acidity_regulator',
  'emulsifier',
  'thickener',
  'gelling_agent',
  'humectant',
  'raising_agent',
  'flavour_enhancer',
  'glazing_agent',
  'sweetener',
  'packaging_gas',
] as const;
export type AdditiveClass = (typeof ADDITIVE_CLASSES)[number];

/** Of additives with several classes, the one that labels mostly state. */
const CODES: Record<AdditiveClass, string> = {
  colour: 'e100 e101 e102 e110 e120 e129 e133 e150a e150c e150d e160a e162 e170 e171',
  preservative: 'e202 e211 e220 e250 e252',
  antioxidant: 'e300',
  acidity_regulator: 'e260 e270 e296 e330 e331 e334 e338 e501',
  emulsifier: 'e322 e471 e476',
  thickener: 'e401 e407 e410 e412 e414 e415 e460 e14xx',
  gelling_agent: 'e406 e440',
  humectant: 'e420 e422',
  raising_agent: 'e450 e500 e503',
  flavour_enhancer: 'e621',
  glazing_agent: 'e903',
  sweetener: 'e950 e951 e955 e960 e965 e967',
  packaging_gas: 'e290',
};

const CLASS_OF = new Map(
  ADDITIVE_CLASSES.flatMap((name) => CODES[name].split(' ').map((code) => [code, name] as const)),
);

/** Returns the class of an additive by its E number, or undefined where none is recorded. */
export function classOfAdditive(code: string): AdditiveClass | undefined {
  return CLASS_OF.get(code);
}
