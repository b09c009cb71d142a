import { sql, type SQLWrapper } from 'drizzle-orm';

/** Orders names as people do, whatever the collation of the database: `Éclair` between `Earl` and `Egg`, in any case. */
export const byName = (name: SQLWrapper) => sql`${name} collate "und-x-icu"`;
