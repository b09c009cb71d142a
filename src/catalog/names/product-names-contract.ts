import { z } from 'zod';
import { NAME_LANGUAGES } from '../../data/names/names.ts';

const names = (description: string, example: Record<string, string>) =>
  z.record(z.string(), z.string()).optional().meta({ description, example });

/** The names of the codes that an answer about a product has. */
export const codeNamesOfProductSchema = z
  .object({
    language: z.enum(NAME_LANGUAGES).meta({ description: 'The language of the names: `lang`, else English' }),
    categories: names('By the codes of `category_path`', { juices: 'Säfte' }),
    allergens: names('By the codes of `allergens`, `traces` and `allergen_states`', { milk: 'Milch' }),
    labels: names('By the codes of `labels`', { organic: 'Bio' }),
    additives: names('By the E numbers of `additives`', { e322: 'Lecithine' }),
    nutriments: names('By the keys of `nutriments` and `nutrient_levels`', { fat_g: 'Fett' }),
    countries: names('By the English names of `country_of_origin` and `countries_sold`', {
      France: 'Frankreich',
    }),
  })
  .optional()
  .meta({
    id: 'ProductCodeNames',
    description: 'Only with `lang`: names of the codes in this answer. A code without a name is left out',
  });

export type CodeNamesOfProduct = NonNullable<z.output<typeof codeNamesOfProductSchema>>;
