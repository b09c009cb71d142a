import { z } from 'zod';

/** Forms have texts, JSON may have numbers. */
const text = z.union([z.string(), z.number()]).nullish();
const credentials = {
  user_id: text.meta({ description: 'Ignored' }),
  password: text.meta({
    description: 'A key, for apps that can send it in no header and no address; anything else is ignored',
  }),
};

/** The fields that most apps send. All others are taken as well. */
export const writtenProduct = z
  .looseObject({
    code: text.meta({ description: 'The barcode', example: '9521000000018' }),
    ...credentials,
    lang: text.meta({ description: 'Language of the texts, ISO 639-1', example: 'en' }),
    product_name: text.meta({ description: 'Also `product_name_de`', example: 'Nocciola hazelnut spread' }),
    generic_name: text,
    brands: text,
    quantity: text.meta({ example: '400 g' }),
    categories: text,
    labels: text,
    countries: text,
    ingredients_text: text.meta({ description: 'Also `ingredients_text_de`' }),
    allergens: text,
    traces: text,
    serving_size: text,
    nutrition_data_per: text.meta({ description: '`100g`, `100ml` or `serving`', example: '100g' }),
    'nutriment_energy-kcal': text.meta({ description: 'Each nutriment so', example: '539' }),
    'nutriment_energy-kcal_unit': text.meta({ example: 'kcal' }),
    comment: text.meta({ description: 'For the reviewer' }),
  })
  .meta({ id: 'WrittenProduct' });

export const writtenPatch = z
  .looseObject({
    product: z.looseObject({}).meta({ description: 'Fields as in an answer' }),
    ...credentials,
  })
  .meta({ id: 'WrittenPatch' });

const submission = z
  .object({
    id: z.uuid(),
    status: z.literal('pending'),
    answer_token: z.string().optional().meta({
      description:
        'To add and withdraw pictures, to answer a question of a reviewer, and to see what was sent; left out if the same was sent before',
    }),
  })
  .meta({
    id: 'OffSubmission',
    description: 'In the review queue. A reviewer decides before any product changes',
  });

export const savedFields = z
  .object({
    code: z.string(),
    status: z.literal(1),
    status_verbose: z.literal('fields saved'),
    submission,
  })
  .meta({ id: 'SavedFields' });

export const savedFieldsV3 = z
  .object({
    code: z.string(),
    status: z.literal('success'),
    result: z.object({ id: z.literal('product_updated'), name: z.string(), lc_name: z.string() }),
    product: z.object({ code: z.string() }),
    errors: z.array(z.unknown()),
    warnings: z.array(z.unknown()),
    submission,
  })
  .meta({ id: 'SavedFieldsV3' });

export const writtenPicture = z
  .looseObject({
    code: text.meta({ example: '9521000000018' }),
    ...credentials,
    imagefield: text.meta({
      description: '`front`, `ingredients`, `nutrition` or `packaging`; a language may follow',
      example: 'front_en',
    }),
    imgupload_front: z.unknown().optional().meta({
      type: 'string',
      format: 'binary',
      description: 'The file, in `imgupload_` and the `imagefield`: JPEG, PNG or WebP',
    }),
  })
  .meta({ id: 'WrittenPicture' });

export const writtenPictureV3 = z
  .looseObject({
    ...credentials,
    image_data_base64: z.string().meta({ description: 'The file: JPEG, PNG or WebP' }),
    selected: z.looseObject({}).optional().meta({ description: '`{"front": {"en": {}}}`' }),
  })
  .meta({ id: 'WrittenPictureV3' });

export const savedPicture = z
  .object({
    code: z.string(),
    status: z.literal('status ok'),
    imagefield: z.string(),
    image: z.object({ imgid: z.uuid() }),
    submission: z.object({ id: z.uuid() }),
  })
  .meta({ id: 'SavedPicture' });

export const savedPictureV3 = z
  .object({
    ...savedFieldsV3.shape,
    result: z.object({ id: z.literal('image_uploaded'), name: z.string(), lc_name: z.string() }),
    submission: z.object({ id: z.uuid() }),
  })
  .meta({ id: 'SavedPictureV3' });

export const signIn = z
  .looseObject({
    user_id: text.meta({ description: 'Ignored: the key alone counts' }),
    password: text.meta({ description: 'A key' }),
  })
  .meta({ id: 'OffSignIn' });

export const signedIn = z
  .object({
    status: z.literal(1),
    status_verbose: z.literal('user signed-in'),
    user_id: z.string(),
    user: z.object({}),
  })
  .meta({ id: 'OffSignedIn' });
