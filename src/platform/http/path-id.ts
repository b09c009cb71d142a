import { z } from 'zod';

/** A UUID in a path, in any case, without braces or other forms. */
export const pathId = (description: string, example: string) =>
  z
    .uuid({ error: 'is not a UUID' })
    .transform((id) => id.toLowerCase())
    .meta({ description, example });
