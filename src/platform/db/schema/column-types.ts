import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A moment, with its zone. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** `bytea`, read and written as a Buffer. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** `xid8`, the number of a transaction: it only goes up. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
