import { z } from 'zod';
import { ADDITIVE_CLASSES } from '../../data/names/additive-classes.ts';
import { NAME_LANGUAGES } from '../../data/names/names.ts';

export const codeNamesParamsSchema = z.object({
  list: z
    .enum(['allergens', 'labels', 'additives', 'nutriments', 'countries'])
    .meta({ description: 'Categories have their names in `/categories`', example: 'allergens' }),
});

export const codeNamesSchema = z
  .object({
    language: z.enum(NAME_LANGUAGES).meta({
      description: 'The language of the names: the first wanted one that has names, else English',
    }),
    items: z.array(
      z.object({
        code: z.string().meta({ description: 'As products have it, and filters', example: 'milk' }),
        name: z.string().meta({ example: 'Milch' }),
        class: z
          .enum(ADDITIVE_CLASSES)
          .optional()
          .meta({ description: 'Of an additive: what it mostly does (Codex Alimentarius, CXG 36)' }),
      }),
    ),
  })
  .meta({ id: 'CodeNames' });
