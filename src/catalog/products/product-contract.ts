import { z } from 'zod';
import { fieldChoice } from '../../platform/http/field-choice.ts';
import { msrpEntrySchema } from '../../facts/values/msrp-contract.ts';
import { freeForm } from '../../platform/http/free-form.ts';
import type { DIETS } from '../../data/ingredients/ingredient-codes.ts';
import { CONTENT_STATES, MOST_INGREDIENTS } from '../../facts/label/content-states.ts';
import { ALLERGEN_CODES } from '../../facts/registry/fact-codes.ts';
import { publicFactsShape } from '../../facts/registry/fact-shapes-contract.ts';
import { nutrientLevelsSchema, servingShape } from '../../facts/registry/nutriments-contract.ts';
import { codeNamesOfProductSchema } from '../names/product-names-contract.ts';
import { pictureSchema } from './picture-contract.ts';
import { languageQuery } from './wanted-languages.ts';

export const barcodeEntrySchema = z
  .object({
    gtin: z
      .string()
      .meta({ description: 'Without padding: 8, 12, 13 or 14 digits', example: '3017620422003' }),
    type: z.enum(['gtin8', 'gtin12', 'gtin13', 'gtin14']),
    pack_level: z.enum(['each', 'inner', 'case', 'pallet']),
    region: z
      .string()
      .nullable()
      .meta({ description: 'Where the code is used: a country, EU or GLOBAL', example: 'FR' }),
    is_primary: z.boolean(),
  })
  .meta({ id: 'Barcode' });

export const specificationSchema = z
  .object({
    key: z.string().meta({ example: 'screen_size' }),
    label: z.string().meta({ example: 'Screen size' }),
    value: z.string().meta({ description: 'Ready to show', example: '6.1' }),
    typed_value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).meta({
      description: 'The same to compute with: a number, a boolean, a text or a list of texts',
      example: 6.1,
    }),
    unit: z.string().nullable().meta({ example: 'in' }),
    group: z.string().nullable().meta({ description: 'Heading under which it belongs', example: 'Display' }),
  })
  .meta({ id: 'Specification' });

export const productSourceSchema = z
  .object({
    id: z.uuid(),
    code: z.string().meta({ example: 'open_food_facts' }),
    name: z.string(),
    license: z.string().nullable().meta({ example: 'ODbL 1.0' }),
    license_url: z.string().nullable().meta({ example: 'https://opendatacommons.org/licenses/odbl/1-0/' }),
    attribution: z.string().nullable().meta({
      description: 'What the licence asks you to name',
      example: '© Open Food Facts contributors',
    }),
    record_url: z.string().nullable().meta({
      description:
        'Where the source shows the product, by its primary barcode; null if it has no such address',
      example: 'https://world.openfoodfacts.org/product/3017620422003',
    }),
    trust: z.number().min(0).max(1).meta({ format: 'float' }),
    fields: z.array(z.string()).meta({
      description: 'The fields of the product whose present value this source supplied',
      example: ['brand', 'name'],
    }),
    claims: freeForm.meta({
      description:
        'Differing values of this source, by the same field names, where the value of another source is shown. `fields` may be empty then. ' +
        'Of amounts and specifications, the replaced entries alone, if `fields` has them as well',
      example: { net_content_value: 330, net_content_unit: 'ml' },
    }),
  })
  .meta({ id: 'ProductSource' });

const statedStatus = (description: string) =>
  z.enum(['stated', 'none_stated', 'unknown']).meta({
    description: `${description}; \`unknown\`: no source states it. That is no promise of absence`,
  });

export const allergenStateSchema = z
  .object({
    allergen: z.enum(ALLERGEN_CODES).meta({ example: 'milk' }),
    state: z.enum(['contains', 'may_contain', 'free_from', 'not_stated', 'unknown']).meta({
      description:
        'The strictest claim of any source, in this order. `free_from`: a label says so, or an operator (see `said_by`). `not_stated`: the ' +
        'whole label was read, and has to name it where the product is sold. `unknown`: nothing to rely on',
    }),
    said_by: z
      .array(
        z.object({
          source: z.string().meta({ description: 'Code of the source', example: 'open_food_facts' }),
          in: z.enum(['allergens', 'ingredients', 'traces', 'labels', 'free_from']).meta({
            description: 'Where it says so; `free_from`: an operator found that it is absent',
          }),
        }),
      )
      .meta({ description: 'Who says so' }),
    kinds: z
      .array(z.string())
      .meta({ description: 'Which cereals or tree nuts the ingredients name', example: ['wheat'] }),
  })
  .meta({ id: 'AllergenState' });

const contentState = (description: string) => z.enum(CONTENT_STATES).meta({ description });

export const ingredientSchema = z
  .object({
    text: z
      .string()
      .meta({ description: 'As the label has it, without its percentage', example: 'Hazelnuts' }),
    level: z.int().min(0).meta({
      description:
        '0 in the list itself; 1 in the brackets behind the ingredient of level 0 before it, and so on',
    }),
    id: z.string().nullable().meta({
      description:
        'E number of an additive, or a code of `ingredient_not_in`; null where its name is no other name of one',
      example: 'e322',
    }),
    percent: z
      .number()
      .nullable()
      .meta({ description: 'Its share, where the label states one; never estimated', example: 13 }),
    vegan: contentState('With what is in its brackets; `maybe`: by its name it may be so or not'),
    vegetarian: contentState('As `vegan`'),
    palm_oil: contentState('Whether it is or has palm oil; `maybe`: as vegetable fat may'),
  })
  .meta({ id: 'Ingredient' });

/** The first facts keep the order of the original contract; all others follow. */
const { name, brand, net_content_value, net_content_unit, country_of_origin, ...afterOrigin } =
  publicFactsShape;
const { nutriments, nutrition_basis, nutri_score, ingredients_text, serving_size, ...furtherFacts } =
  afterOrigin;

export const productSchema = z.object({
  id: z.uuid(),
  gtin: z.string().nullable().meta({ description: 'Primary barcode', example: '3017620422003' }),
  name,
  brand,
  category_path: z
    .string()
    .nullable()
    .meta({ description: 'Category codes from the root', example: 'food/beverages/juices' }),
  net_content_value,
  net_content_unit,
  country_of_origin,
  quality_score: z.number().min(0).max(1).meta({
    format: 'float',
    description: 'Completeness weighted by trust; from 0.6 the product counts as qualified. See /quality',
  }),
  nutriments,
  nutrition_basis,
  nutri_score,
  ingredients_text,
  msrp: z
    .array(msrpEntrySchema)
    .meta({ description: 'Suggested retail prices, newest first: reference information, not an offer' }),
  barcodes: z
    .array(barcodeEntrySchema)
    .meta({ description: 'Primary first; each barcode finds this product' }),
  specifications: z
    .array(specificationSchema)
    .meta({ description: 'Labelled attributes of a non-food product; empty for food' }),
  status: z.enum(['active']).meta({ description: 'Only products in use are public' }),
  archive_kind: z.string().meta({ example: 'food' }),
  category_code: z
    .string()
    .nullable()
    .meta({ description: 'The `category` filter value', example: 'juices' }),
  sources: z.array(productSourceSchema).meta({ description: 'The sources of the facts and their licences' }),
  serving_size,
  ...servingShape,
  ...furtherFacts,
  allergens_status: statedStatus(
    'Whether the list is known. `stated`: it names allergens. `none_stated`: it is empty, and a source says that there are ' +
      'none or understood all ingredients; this is no “free from”',
  ),
  traces_status: statedStatus(
    'Whether the list is known. `stated`: it names traces. `none_stated`: it is empty, and a source says that there are none',
  ),
  allergen_states: z.array(allergenStateSchema).meta({
    description:
      'What is known of each allergen, from all sources, also of values that are not shown, and from the ingredients. It has the 14 of the EU, and ' +
      'others if they are not `unknown`: an allergen without an entry is `unknown`, not absent. What has no code is in `allergens_other` ' +
      'and `traces_other`. Empty for what is no food',
  }),
  diets: z
    .object({ vegan: contentState('See `diets`'), vegetarian: contentState('See `diets`') } satisfies Record<
      (typeof DIETS)[number],
      z.ZodType
    >)
    .nullable()
    .optional()
    .meta({
      description:
        'Whether it suits a diet. `yes`: a label says so, or all ingredients were understood and suit it; the filter `diet` ' +
        'finds these alone. `no`: a source or the ingredients name what does not suit. `maybe`: an ingredient may not. ' +
        '`unknown`: not everything was understood. Traces do not count. Null for what is no food',
      example: { vegan: 'no', vegetarian: 'maybe' },
    }),
  palm_oil: z.enum(CONTENT_STATES).nullable().optional().meta({
    description:
      'Whether it has palm oil. `no`: the filter `ingredient_not_in=palm-oil` finds it. Null for what is no food',
  }),
  nutrient_levels: nutrientLevelsSchema.nullable().meta({
    description:
      'How much 100 g have: low up to 3 g of fat, 1.5 of saturated fat, 5 of sugars, 0.3 of salt; high from 20, 5, 12.5 and ' +
      '1.5. Half of that for 100 ml of a drink. `unknown` where the basis is not sure. Null for what is no food',
    example: { fat_g: 'high', saturated_fat_g: 'high', sugars_g: 'high', salt_g: 'low' },
  }),
  pictures: z.array(pictureSchema),
  created_at: z.iso.datetime().meta({ description: 'When the product was added to this catalogue' }),
  updated_at: z.iso.datetime().meta({
    description:
      'When a fact, a barcode, the status or a source of the product last changed in this catalogue. It does not say that ' +
      'the other facts were checked then. Shared data, such as a brand’s name, and `quality_score` change without it',
  }),
});

/** What is computed for each answer about a product. The change feed and the dumps have the texts alone. */
const computed = {
  ingredients: z
    .array(ingredientSchema)
    .optional()
    .meta({
      description:
        `The ingredients of \`ingredients_text\` in their order, up to ${MOST_INGREDIENTS}, without what it says of traces. ` +
        'Not in the change feed and the dumps',
    }),
};
export const answeredProductSchema = productSchema.extend(computed);
const besides = { code_names: codeNamesOfProductSchema };
export const productFields = fieldChoice('Product', answeredProductSchema, ['id', 'gtin', 'name'], besides);
/** The answer about one product: its facts and, with `lang`, the names of its codes. */
export const shownProductSchema = answeredProductSchema.extend(besides);
export const productQuery = languageQuery.extend(productFields.query);

export type BarcodeEntry = z.output<typeof barcodeEntrySchema>;
export type Specification = z.output<typeof specificationSchema>;
export type AllergenState = z.output<typeof allergenStateSchema>;
export type ProductSource = z.output<typeof productSourceSchema>;
export type Product = z.output<typeof productSchema>;
export type AnsweredProduct = z.output<typeof answeredProductSchema>;
export type ProductPart = z.output<typeof productFields.part>;
