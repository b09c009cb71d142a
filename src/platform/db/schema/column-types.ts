import { customType, foreignKey, timestamp, type AnyPgColumn } from 'drizzle-orm/pg-core';

export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** `bytea`, read and written as a Buffer. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** `xid8`, a transaction id that never wraps. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

export const reference = (name: string, column: AnyPgColumn, target: AnyPgColumn) =>
  foreignKey({ name, columns: [column], foreignColumns: [target] });
