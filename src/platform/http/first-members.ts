import { z } from 'zod';

/**
 * A list or table of at most `most` members. `schema` says so, and gets one member more at most: those beyond are not
 * validated, because each wrong one costs a description of what is wrong.
 */
export const firstMembers = <S extends z.ZodType>(most: number, schema: S) =>
  z.preprocess((value) => {
    if (Array.isArray(value)) return value.slice(0, most + 1);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    return entries.length > most ? Object.fromEntries(entries.slice(0, most + 1)) : value;
  }, schema);
