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
    'e100 e101 e101i e102 e104 e107 e110 e120 e121 e122 e123 e124 e125 e126 e127 e128 e129 e131 e132 e133 e140 e141 e142 e143 e150 e150a e150b e150c e150d e151 e152 e153 e154 e155 e160 e160a e160ai e160b e160c e160d e160e e160f e161 e161a e161b e161c e161d e161e e161f e161g e161h e161i e161j e162 e163 e163a e163b e163c e163d e163e e163f e164 e165 e166 e170 e171 e172 e173 e174 e175 e180 e181 e182',
  preservative:
    'e200 e201 e202 e203 e209 e210 e211 e212 e213 e214 e215 e216 e217 e218 e219 e220 e221 e222 e223 e224 e225 e226 e227 e228 e230 e231 e232 e233 e234 e235 e236 e237 e238 e239 e240 e242 e243 e249 e250 e251 e252 e265 e266 e280 e281 e282 e283 e284 e285 e519 e1105',
  antioxidant:
    'e300 e301 e302 e303 e304 e306 e307 e308 e309 e310 e311 e312 e313 e314 e315 e316 e317 e318 e319 e320 e321 e323 e324 e384 e385 e386 e387 e388 e389 e390 e391 e392 e512 e539 e586 e1102',
  acidity_regulator:
    'e260 e261 e262 e263 e264 e270 e296 e297 e325 e326 e327 e328 e329 e330 e331 e332 e333 e334 e335 e336 e337 e338 e339 e340 e341 e342 e343 e345 e349 e350 e351 e352 e353 e354 e355 e356 e357 e359 e363 e364 e365 e366 e367 e368 e380 e501 e501i e502 e504 e505 e507 e513 e514 e515 e517 e524 e525 e526 e527 e528 e529 e540 e574 e575 e576 e577 e578',
  emulsifier:
    'e322 e322i e426 e429 e430 e431 e432 e433 e434 e435 e436 e442 e443 e444 e445 e446 e451 e452 e470 e470a e471 e472 e472a e472b e472c e472d e472e e472f e472g e473 e473a e474 e475 e476 e477 e479b e481 e482 e483 e484 e487 e491 e492 e493 e494 e495 e496 e544 e545 e571 e572 e573 e999 e1000 e1001 e1450',
  thickener:
    'e14xx e383 e400 e401 e402 e403 e404 e405 e407 e407a e409 e410 e411 e412 e413 e414 e415 e416 e417 e418 e419 e425 e427 e460 e461 e462 e463 e464 e465 e466 e467 e1400 e1401 e1402 e1403 e1404 e1405 e1410 e1412 e1413 e1414 e1420 e1421 e1422 e1440 e1442 e1451 e1452',
  gelling_agent: 'e406 e424 e428 e440 e440a e440b',
  humectant: 'e420 e422',
  raising_agent: 'e450 e450i e500 e500i e500ii e503 e503i e503ii e541',
  flavour_enhancer:
    'e620 e621 e622 e623 e624 e625 e626 e627 e628 e629 e630 e631 e632 e633 e634 e635 e636 e637 e639 e640 e641 e642 e650',
  glazing_agent:
    'e901 e902 e903 e904 e905 e905a e905b e905c e905d e905e e906 e907 e908 e909 e912 e913 e914 e1203 e1204 e1205',
  sweetener:
    'e421 e950 e951 e952 e953 e954 e955 e956 e957 e958 e959 e960 e961 e962 e963 e964 e965 e966 e967 e968 e969',
  packaging_gas: 'e290 e938 e939 e941 e948 e949',
  anticaking_agent:
    'e381 e470b e530 e535 e536 e538 e542 e550 e551 e552 e553 e553a e553b e554 e555 e556 e557 e558 e559 e560',
  antifoaming_agent: 'e570 e900 e900a',
  bulking_agent: 'e460i e1200',
  carrier: 'e490 e1503 e1504 e1505 e1510 e1517 e1518 e1519 e1520 e1521',
  colour_retention_agent: 'e375 e579 e585',
  firming_agent: 'e509 e511 e516 e518 e520 e521 e522 e523 e580',
  flour_treatment_agent:
    'e510 e916 e917 e920 e921 e922 e923 e924 e924a e924b e925 e926 e927a e927b e928 e929 e930 e1100 e1101',
  propellant: 'e940 e942 e943a e943b e944 e945 e946',
  stabiliser: 'e399 e457 e458 e459 e468 e469 e508 e1103 e1104 e1201 e1202',
};

const CLASS_OF = new Map(
  ADDITIVE_CLASSES.flatMap((name) => CODES[name].split(' ').map((code) => [code, name] as const)),
);

/** Returns the number that a form of an additive is one of: `e341` for `e341ii`; undefined for a number without forms. */
export function widerAdditive(code: string): string | undefined {
  return /^(e\d+[a-z]??)(?:i{1,3}|i?v|vi{1,3})$/.exec(code)?.[1];
}

/** Returns the class of an additive by its E number, or undefined where none is recorded. */
export function classOfAdditive(code: string): AdditiveClass | undefined {
  return CLASS_OF.get(code) ?? CLASS_OF.get(widerAdditive(code) ?? '');
}
