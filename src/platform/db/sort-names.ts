import { sql, type SQLWrapper } from 'drizzle-orm';

/**
 * Sorts names by the Unicode collation, ignoring case and independent of the database: `Éclair` between `Earl` and
 * `Egg`.
 */
export const byName = (name: SQLWrapper) => sql`${name} collate "und-x-icu"`;
