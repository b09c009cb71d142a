import { z } from 'zod';
import { ADDITIVE_CLASSES } from '../../data/names/additive-classes.ts';
import { NAME_LANGUAGES, NAMED_LISTS } from '../../data/names/names.ts';
import { plainText } from '../../platform/text/text-contract.ts';

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

const names = z.partialRecord(z.enum(NAME_LANGUAGES), plainText(120));
const list = z.enum(NAMED_LISTS).meta({ example: 'labels' });

export const namedListParamsSchema = z.object({ list });
export const namedCodeParamsSchema = z.object({ list, code: z.string().meta({ example: 'no-gmo' }) });

export const adminCodeNamesSchema = z
  .object({
    code: z.string(),
    released: names.meta({ description: 'Names that the release brings, by language' }),
    given: names.meta({ description: 'Names that operators gave: they come before those of the release' }),
  })
  .meta({ id: 'AdminCodeNames' });

export const adminCodeNamesListSchema = z
  .object({ items: z.array(adminCodeNamesSchema) })
  .meta({ id: 'AdminCodeNamesList' });

export const codeNamesChangeSchema = z
  .strictObject({ given: names.meta({ description: 'Replaces all names that operators gave' }) })
  .meta({ id: 'CodeNamesChange' });

export type AdminCodeNames = z.output<typeof adminCodeNamesSchema>;
export type AdminNamedList = z.output<typeof namedListParamsSchema>['list'];
