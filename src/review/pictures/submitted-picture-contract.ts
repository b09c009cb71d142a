import { z } from 'zod';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import { plainText } from '../../platform/text/text-contract.ts';

export const MOST_PICTURES = 4;
export const MOST_PICTURE_BYTES = 10_000_000;

const role = z.enum(FACTS.contributed_pictures.value.roles);
const pixels = z.number().int().meta({ description: 'As it is kept, in pixels: 1200 at most', example: 900 });

export const pictureQuerySchema = z.object({
  role: role.default('front').meta({ description: 'What it shows' }),
});

export const takenPictureSchema = z
  .object({
    id: z.uuid(),
    role,
    width: pixels,
    height: pixels,
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'TakenPicture' });

/** A picture as operators see it. */
export const submittedPictureSchema = z.object({
  ...takenPictureSchema.shape,
  sha256: z.string().meta({ description: 'Of its full size as it is kept; its public address has it' }),
  state: z.enum(['pending', 'approved', 'left_out', 'taken_down']),
  bytes: z.number().int().meta({ description: 'Of all sizes together' }),
  is_on_product: z.boolean().meta({
    description: 'The product has one that looks like it, from an earlier submission',
  }),
});

export const takeDownBodySchema = z.strictObject({
  reason: plainText(500).meta({ example: 'Its photographer did not agree' }),
});

export const takenDownSchema = z
  .object({
    sha256: z.string(),
    product_ids: z.array(z.uuid()).meta({ description: 'Products that had it' }),
  })
  .meta({ id: 'TakenDownPicture' });

export type TakenPicture = z.output<typeof takenPictureSchema>;
export type SubmittedPicture = z.output<typeof submittedPictureSchema>;
export type TakenDown = z.output<typeof takenDownSchema>;
