/** Maps `branded_food_category` to our codes; values not listed have no category. */
const CATEGORIES = `
baby/infant – foods/beverages: baby-foods
bacon, sausages & ribs: prepared-meats
breads & buns: breads
butter & spread: fats
cakes, cupcakes, snack cakes: cakes
candy: candies
canned & bottled beans: legumes
canned fruit: canned-fruits
canned seafood: canned-fishes
canned soup: soups
canned tuna: tunas
canned vegetables: canned-vegetables
cereal: breakfast-cereals
cheese: cheeses
chewing gum & mints: chewing-gum
chips, pretzels & snacks: crisps
chocolate: chocolates
coffee: coffees
cookies & biscuits: biscuits
crackers & biscotti: crackers-appetizers
cream: creams
croissants, sweet rolls, muffins & other pastries: pastries
dips & salsa: dips
eggs & egg substitutes: eggs
energy, protein & muscle recovery drinks: energy-drinks
flours & corn meal: flours
frozen dinners & entrees: meals
frozen fish & seafood: seafood
frozen vegetables: frozen-vegetables
fruit & vegetable juice, nectars & fruit drinks: juices-and-nectars
granulated, brown & powdered sugar: sugars
herbs & spices: spices
honey: honeys
ice cream & frozen yogurt: ice-creams
iced & bottle tea: iced-teas
jam, jelly & fruit spreads: sweet-spreads
ketchup, mustard, bbq & cheese sauce: sauces
milk: milks
nut & seed butters: nut-butters
oriental, mexican & ethnic sauces: sauces
other condiments: condiments
other soups: soups
pasta by shape & type: pastas
pasta dinners: pasta-dishes
pepperoni, salami & cold cuts: prepared-meats
pickles, olives, peppers & relishes: pickles
pizza: pizzas
plant based milk: plant-based-milk-alternatives
popcorn, peanuts, seeds & related snacks: salty-snacks
prepared pasta & pizza sauces: pasta-sauces
rice: rices
salad dressing & mayonnaise: salad-dressings
sausages, hotdogs & brats: sausages
snack, energy & granola bars: bars
soda: sodas
sport drinks: beverages
syrups & molasses: syrups
tea bags: teas
vegetable & cooking oils: vegetable-oils
water: waters
yogurt: yogurts
`;

/** Maps groups of `food_category.csv` to our codes. Groups of mixed foods have no category. */
const GROUPS = `
baby foods: baby-foods
beef products: meats
beverages: beverages
breakfast cereals: breakfast-cereals
cereal grains and pasta: cereals-and-their-products
dairy and egg products: dairies
fast foods: meals
fats and oils: fats
finfish and shellfish products: seafood
fruits and fruit juices: fruits-based-foods
lamb, veal, and game products: meats
legumes and legume products: legumes-and-their-products
meals, entrees, and side dishes: meals
nut and seed products: nuts-and-their-products
pork products: meats
poultry products: poultries
restaurant foods: meals
sausages and luncheon meats: prepared-meats
snacks: snacks
spices and herbs: spices
vegetables and vegetable products: vegetables-based-foods
`;

const readCodes = (lines: string) =>
  new Map(
    lines
      .trim()
      .split('\n')
      .map((line): [string, string] => {
        const [name = '', code = ''] = line.split(': ');
        return [name, code];
      }),
  );
const CODE_OF = readCodes(CATEGORIES);
const CODE_OF_GROUP = readCodes(GROUPS);

export function findUsdaCategory(name: string): string | undefined {
  return CODE_OF.get(name.trim().toLowerCase());
}

/** Returns the category of a generic food by its group. Eggs share a group with milk, so the name decides. */
export function findGenericCategory(group: string, name: string): string | undefined {
  const code = CODE_OF_GROUP.get(group.trim().toLowerCase());
  return code === 'dairies' && /^eggs?\b/i.test(name) ? 'eggs' : code;
}
