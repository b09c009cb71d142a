/** The closed lists that facts take their codes from. Data without imports: the console loads it too. */

/** What has to be declared in the EU, then what Open Food Facts has besides. */
export const ALLERGEN_CODES = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame-seeds',
  'sulphur-dioxide-and-sulphites',
  'lupin',
  'molluscs',
  'apple',
  'banana',
  'beef',
  'chicken',
  'gelatin',
  'kiwi',
  'matsutake',
  'orange',
  'peach',
  'pork',
  'red-caviar',
  'yamaimo',
] as const;

/** What people choose products by; any other label is kept as text. */
export const LABEL_CODES = [
  'organic',
  'eu-organic',
  'usda-organic',
  'fair-trade',
  'rainforest-alliance',
  'sustainable-palm-oil',
  'palm-oil-free',
  'msc',
  'asc',
  'fsc',
  'free-range',
  'vegan',
  'vegetarian',
  'halal',
  'kosher',
  'gluten-free',
  'no-lactose',
  'no-gmo',
  'no-added-sugar',
  'no-additives',
  'no-preservatives',
  'no-colorings',
  'no-artificial-flavors',
  'low-fat',
  'pdo',
  'pgi',
  'tsg',
  'cruelty-free',
  'green-dot',
] as const;

/** An E number, in small letters and without blanks; `e14xx` is any modified starch. */
export const ADDITIVE_NUMBER = /^e(\d{3,4}[a-z]{0,6}|14xx)$/;

/** ISO 639-1. */
export const LANGUAGE_CODES: readonly string[] = (
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es ' +
  'et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki ' +
  'kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no ' +
  'nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te ' +
  'tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
).split(' ');
