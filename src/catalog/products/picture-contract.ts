import { z } from 'zod';
import { FACTS } from '../../facts/registry/fact-registry.ts';

const address = z.string().nullable();
const pixels = z.number().nullable().meta({ description: 'Pixels of the full size', example: 1200 });

export const pictureSchema = z
  .object({
    role: z.enum(FACTS.pictures.value.roles).meta({ description: 'The subject of the picture' }),
    lang: z.string().nullable().meta({ description: 'Language of the text on it', example: 'fr' }),
    urls: z.object({ 100: address, 200: address, 400: address, full: z.string() }).meta({
      description: 'Addresses by the most pixels of the longer side; null: no picture of this size',
      example: {
        100: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.100.jpg',
        200: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.200.jpg',
        400: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.400.jpg',
        full: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.full.jpg',
      },
    }),
    width: pixels,
    height: pixels,
    source: z.string().nullable().meta({ description: 'Code of its source', example: 'open_food_facts' }),
    license: z.string().nullable().meta({ example: 'CC BY-SA 3.0' }),
    attribution: z.string().nullable().meta({
      description: 'Show it wherever the picture is shown',
      example: '© Open Food Facts contributors',
    }),
  })
  .meta({ id: 'Picture' });

export type Picture = z.output<typeof pictureSchema>;

export const thumbnailSchema = z.string().nullable().meta({
  description:
    'Address of a picture of about 200 pixels for lists, of the front where there is one; null: no picture',
});
