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
  'anticaking_agent',
  'antifoaming_agent',
  'bulking_agent',
  'carrier',
  'colour_retention_agent',
  'firming_agent',
  'flour_treatment_agent',
  'propellant',
  'stabiliser',
] as const;
type AdditiveClass = (typeof ADDITIVE_CLASSES)[number];

/** Of additives with several classes, the one that labels mostly state. */
const CODES: Record<AdditiveClass, string> = {
  colour:
    'e100 e101 e101i e102 e104 e110 e120 e122 e123 e124 e127 e129 e131 e132 e133 e140 e141 e142 e150a e150b e150c e150d e151 e153 e155 e160a e160ai e160b e160c e160d e160e e161b e161g e162 e163 e170 e171 e172 e173 e174 e175',
  preservative:
    'e200 e202 e203 e210 e211 e212 e213 e220 e221 e222 e223 e224 e226 e234 e235 e242 e249 e250 e251 e252 e280 e281 e282 e283 e284 e1105',
  antioxidant: 'e300 e301 e302 e304 e306 e307 e308 e309 e310 e315 e316 e319 e320 e321 e385 e392',
  acidity_regulator:
    'e260 e261 e262 e263 e270 e296 e297 e325 e326 e327 e330 e331 e332 e333 e334 e335 e336 e337 e338 e339 e340 e341 e343 e350 e351 e352 e353 e354 e355 e363 e380 e501 e501i e504 e507 e513 e514 e515 e517 e524 e525 e526 e527 e528 e529 e574 e575 e576 e577 e578',
  emulsifier:
    'e322 e322i e426 e432 e433 e435 e442 e444 e445 e451 e452 e470a e471 e472a e472b e472c e472e e473 e474 e475 e476 e477 e481 e482 e491 e492 e999 e1450',
  thickener:
    'e14xx e400 e401 e402 e403 e404 e405 e407 e407a e410 e412 e413 e414 e415 e416 e417 e418 e425 e427 e460 e461 e463 e464 e465 e466 e1404 e1410 e1412 e1413 e1414 e1420 e1422 e1440 e1442 e1451',
  gelling_agent: 'e406 e440',
  humectant: 'e420 e422',
  raising_agent: 'e450 e450i e500 e500i e500ii e503 e503i e503ii e541',
  flavour_enhancer: 'e620 e621 e622 e623 e626 e627 e630 e631 e635 e640',
  glazing_agent: 'e901 e902 e903 e904 e905 e1203 e1204',
  sweetener: 'e421 e950 e951 e952 e953 e954 e955 e957 e959 e960 e961 e962 e965 e966 e967 e968 e969',
  packaging_gas: 'e290 e938 e939 e941 e948 e949',
  anticaking_agent: 'e470b e530 e535 e536 e551 e552 e553b',
  antifoaming_agent: 'e570 e900',
  bulking_agent: 'e460i e1200',
  carrier: 'e1505 e1510 e1517 e1518 e1519 e1520 e1521',
  colour_retention_agent: 'e579 e585',
  firming_agent: 'e509 e511 e516',
  flour_treatment_agent: 'e920 e927b',
  propellant: 'e942 e943a e943b e944',
  stabiliser: 'e459 e468 e508 e1103 e1201 e1202',
};

const CLASS_OF = new Map(
  ADDITIVE_CLASSES.flatMap((name) => CODES[name].split(' ').map((code) => [code, name] as const)),
);

/** Returns the class of an additive by its E number, or undefined where none is recorded. */
export function classOfAdditive(code: string): AdditiveClass | undefined {
  return CLASS_OF.get(code);
}
