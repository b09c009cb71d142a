import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A moment, with its zone. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** `bytea`, read and written as a Buffer. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
