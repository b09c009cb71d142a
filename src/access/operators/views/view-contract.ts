import { z } from 'zod';
import { pathId } from '../../../platform/http/path-id.ts';
import { plainText } from '../../../platform/text/text-contract.ts';

/** The console's lists that a view can belong to. */
export const VIEW_LISTS = ['products', 'brands', 'keys', 'audit'] as const;

/** Per operator, over all lists. */
export const MAX_VIEWS = 50;

const MAX_PARAMS = 30;
const PARAM_NAME = /^[a-z][a-z_]{0,39}$/;

const params = z.record(z.string(), plainText(500)).superRefine((given, check) => {
  const names = Object.keys(given);
  if (names.length > MAX_PARAMS) check.addIssue({ code: 'custom', message: `must be at most ${MAX_PARAMS}` });
  for (const name of names.filter((text) => !PARAM_NAME.test(text))) {
    check.addIssue({ code: 'custom', path: [name.slice(0, 40)], message: 'is not a parameter name' });
  }
});

const list = z.enum(VIEW_LISTS, { error: `must be one of ${VIEW_LISTS.join(', ')}` });
const name = plainText(80).meta({ example: 'Snacks without nutrition' });

export const savedViewSchema = z
  .object({
    id: z.uuid(),
    list,
    name: z.string(),
    params: z.record(z.string(), z.string()).meta({
      description: 'Of the address of the list, as they were saved: a later release may know other ones',
      example: { category: 'snacks', missing: 'nutriments', sort: 'quality' },
    }),
    is_shared: z.boolean(),
    owner: z.object({ id: z.uuid(), email: z.string() }),
  })
  .meta({ id: 'SavedView' });

export const savedViewListSchema = z
  .object({ items: z.array(savedViewSchema) })
  .meta({ id: 'SavedViewList' });

export const newViewSchema = z
  .strictObject({
    list,
    name,
    params: params.meta({ description: 'Names and values of the address, at most 30' }),
    is_shared: z.boolean().default(false),
  })
  .meta({ id: 'NewSavedView' });

export const viewChangeSchema = z
  .strictObject({ name: name.optional(), params: params.optional(), is_shared: z.boolean().optional() })
  .meta({ id: 'SavedViewChange' });

export const viewParamsSchema = z.object({
  id: pathId('Id of the view', '0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38'),
});

export type SavedView = z.output<typeof savedViewSchema>;
export type NewView = z.output<typeof newViewSchema>;
export type ViewChange = z.output<typeof viewChangeSchema>;
