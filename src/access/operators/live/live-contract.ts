import { z } from 'zod';

/** Data of a `submissions` event, as JSON. */
export const submissionsEventSchema = z.object({
  ids: z.array(z.uuid()).nullable().meta({ description: 'Ids of what changed; null: many' }),
});

export type SubmissionsEvent = z.output<typeof submissionsEventSchema>;

export const eventStreamSchema = z.string().meta({
  description:
    'Server-sent events. `submissions`: submissions in the review queue came, went or changed, as `{"ids": […]}`, with ' +
    '`null` for many; `products`: products have changed; `anew`: something may have been missed. What is new has to ' +
    'be read.',
  example: 'event: submissions\ndata: {"ids":["01890a5d-ac96-774b-bcce-b302099a8057"]}\n\n',
});
