/** Drawings of `assets/icons.svg`, each with its categories. */
const CATEGORIES_BY_ICON = {
  basket: ['food', 'groceries', 'farming-products', 'canned-foods', 'fresh-foods', 'frozen-foods'],
  jar: ['spreads', 'dips', 'pickles'],
  honey: ['sweeteners', 'honeys'],
  sauce: ['condiments', 'sauces', 'soy-sauces', 'ketchup'],
  bottle: ['beverages', 'vinegars', 'vegetable-oils', 'vegetable-fats'],
  cup: ['hot-beverages', 'coffee-machines'],
  bread: ['breads', 'cakes', 'pastries', 'sandwiches'],
  grain: ['cereals-and-potatoes', 'cereals-and-their-products', 'seeds', 'nuts-and-their-products'],
  milk: ['dairies', 'dairy-substitutes', 'plant-based-milk-alternatives'],
  cheese: ['cheeses', 'fats'],
  egg: ['eggs'],
  cookie: ['snacks'],
  fish: ['seafood', 'fish-food'],
  meat: ['meats-and-their-products'],
  carrot: ['fruits-and-vegetables-based-foods', 'vegetables-based-foods', 'frozen-vegetables'],
  apple: ['fruits-based-foods', 'plant-based-beverages', 'fruit-juices'],
  leaf: ['plant-based-foods', 'legumes-and-their-products', 'meat-alternatives', 'culinary-plants', 'teas'],
  bowl: ['meals', 'kitchenware'],
  ice: ['desserts', 'dairy-desserts', 'fermented-dairy-desserts'],
  baby: ['baby-foods'],
  spice: ['spices', 'salts', 'dietary-supplements'],
  lotion: ['beauty'],
  tube: ['face'],
  comb: ['hair'],
  tooth: ['oral-hygiene'],
  spray: ['household'],
  shirt: ['laundry-products'],
  bulb: ['light-bulbs', 'smart-lights'],
  roll: ['paper-products'],
  phone: ['mobile-devices'],
  camera: ['cameras'],
  laptop: ['electronics', 'computers', 'gaming'],
  mouse: ['computer-accessories'],
  screen: ['video'],
  router: ['networking'],
  sound: ['audio'],
  plug: ['power-supplies'],
  house: ['smart-home'],
  kettle: ['home-appliances'],
  paw: ['petfood', 'pet-supplies'],
  box: ['general'],
} as const;

export type Icon = keyof typeof CATEGORIES_BY_ICON;

const ICON_BY_CATEGORY = new Map<string, Icon>(
  (Object.keys(CATEGORIES_BY_ICON) as Icon[]).flatMap((icon) =>
    CATEGORIES_BY_ICON[icon].map((code): [string, Icon] => [code, icon]),
  ),
);

/** Returns the drawing for the deepest category of the path that has one. `path`: codes from the root. */
export function iconOf(path: string | null | undefined): Icon {
  const codes = path?.split('/') ?? [];
  return codes.reduce<Icon>((icon, code) => ICON_BY_CATEGORY.get(code) ?? icon, 'box');
}
