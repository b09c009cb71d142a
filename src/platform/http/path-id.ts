import { z } from 'zod';

/** A UUID in a path, in any case; braces and other forms are no resource of ours. */
export const pathId = (description: string, example: string) =>
  z
    .uuid({ error: 'is not a UUID' })
    .transform((id) => id.toLowerCase())
    .meta({ description, example });
