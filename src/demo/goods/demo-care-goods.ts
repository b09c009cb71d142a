import type { DemoGoodsLine } from '../demo-line.ts';

/** Beauty and household goods. Every brand is invented. */
export const CARE_GOODS: DemoGoodsLine[] = [
  {
    brand: 'Silkenmoor',
    category: 'shampoos',
    name: '{} shampoo',
    origin: 'France',
    sizes: '250 ml; 500 ml refill pouch',
    priceEur: 4.49,
    attributes:
      'product_form=liquid, inci=Aqua / Sodium Coco-Sulfate / Cocamidopropyl Betaine / Glycerin / Parfum, period_after_opening_months=12, is_vegan=true',
    varieties: 'Oat milk & almond; Sea minerals; Anti-dandruff; Café caffeine',
  },
  {
    brand: 'Silkenmoor',
    category: 'conditioners',
    name: '{} conditioner',
    origin: 'France',
    sizes: '200 ml',
    priceEur: 4.79,
    attributes:
      'product_form=cream, inci=Aqua / Cetearyl Alcohol / Behentrimonium Chloride / Glycerin / Parfum, period_after_opening_months=12, is_vegan=true',
    varieties: 'Oat milk & almond; Argan repair',
  },
  {
    brand: 'Rosamundel',
    category: 'face-creams',
    name: '{} face cream',
    origin: 'Germany',
    sizes: '50 ml',
    priceEur: 12.9,
    attributes:
      'product_form=cream, inci=Aqua / Glycerin / Butyrospermum Parkii Butter / Squalane / Tocopherol, period_after_opening_months=6, is_vegan=true',
    varieties: 'Rose & squalane day; Hyaluron night; Sensitive; Tinted [spf=30]',
  },
  {
    brand: 'Rosamundel',
    category: 'sunscreens',
    name: 'Sun {}',
    origin: 'Spain',
    sizes: '150 ml',
    priceEur: 9.9,
    attributes:
      'product_form=cream, inci=Aqua / Octocrylene / Butyl Methoxydibenzoylmethane / Glycerin, period_after_opening_months=12',
    varieties:
      'milk SPF 30 [spf=30]; milk SPF 50 [spf=50]; spray for children SPF 50 [spf=50, product_form=spray]',
  },
  {
    brand: 'Silkenmoor',
    category: 'shower-gels',
    name: '{} shower gel',
    origin: 'France',
    sizes: '250 ml; 750 ml family bottle',
    priceEur: 2.99,
    attributes:
      'product_form=gel, inci=Aqua / Sodium Laureth Sulfate / Cocamidopropyl Betaine / Sodium Chloride / Parfum, period_after_opening_months=12, is_vegan=true',
    varieties: 'Fig & sea salt; Lemon verbena; Almond blossom',
  },
  {
    brand: 'Silkenmoor',
    category: 'soaps',
    name: '{} soap bar',
    origin: 'France',
    sizes: '100 g',
    priceEur: 2.49,
    attributes:
      'product_form=solid, inci=Sodium Olivate / Sodium Cocoate / Aqua / Glycerin, period_after_opening_months=24, is_vegan=true',
    varieties: 'Olive oil; Lavender; Charcoal',
  },
  {
    brand: 'Mintoggle',
    category: 'toothpastes',
    name: '{} toothpaste',
    origin: 'Sweden',
    sizes: '75 ml',
    priceEur: 2.29,
    attributes:
      'product_form=gel, inci=Aqua / Sorbitol / Hydrated Silica / Sodium Fluoride / Aroma, period_after_opening_months=12, is_vegan=true',
    varieties: 'Fresh mint; Whitening; Sensitive gums; Strawberry kids',
  },
  {
    brand: 'Scrubberly',
    category: 'dishwashing-products',
    name: '{}',
    origin: 'Belgium',
    sizes: '500 ml',
    priceEur: 1.99,
    attributes: 'intended_use=Washing dishes, material=Plant-based surfactants, signal_word=none',
    varieties:
      'Lemon washing-up liquid; Unscented washing-up liquid; Dishwasher rinse aid [intended_use=Dishwasher, uses_count=120, signal_word=warning]',
  },
  {
    brand: 'Scrubberly',
    category: 'all-purpose-cleaners',
    name: '{} cleaner',
    origin: 'Belgium',
    sizes: '750 ml; 5 l canister',
    priceEur: 2.79,
    attributes: 'intended_use=Hard surfaces, signal_word=none',
    varieties:
      'All-purpose citrus; Kitchen degreasing [signal_word=warning]; Vinegar descaling [signal_word=warning]',
  },
  {
    brand: 'Lintwhistle',
    category: 'laundry-detergents',
    name: '{} laundry detergent',
    origin: 'Netherlands',
    sizes: '1.5 l; 3 l bulk bottle',
    priceEur: 6.99,
    attributes: 'intended_use=Machine wash, uses_count=30, signal_word=warning',
    varieties:
      'Colour care; Fragrance-free; Wool & silk [intended_use=Delicates, uses_count=24, signal_word=none]',
  },
  {
    brand: 'Lintwhistle',
    category: 'toilet-papers',
    name: '{} toilet paper',
    origin: 'Sweden',
    sizes: '8 pcs; 16 pcs family pack',
    priceEur: 4.29,
    attributes: 'intended_use=Bathroom, material=Recycled paper',
    varieties: 'Recycled three-ply; Bamboo [material=Bamboo]',
  },
  {
    brand: 'Glowmere',
    category: 'light-bulbs',
    name: '{} LED bulb',
    origin: 'China',
    sizes: '1 pcs; 3 pcs three-pack',
    priceEur: 3.99,
    attributes: 'intended_use=Room lighting, material=Glass and aluminium',
    varieties: 'Warm white E27 8 W; Neutral white E14 5 W; Filament globe E27 6 W',
  },
  {
    brand: 'Glowmere',
    category: 'air-fresheners',
    name: '{} candle',
    origin: 'Poland',
    sizes: '200 g',
    priceEur: 7.99,
    attributes: 'intended_use=Home fragrance, material=Rapeseed wax',
    varieties: 'Fig & cedar; Crème vanille; Winter pine',
  },
];
