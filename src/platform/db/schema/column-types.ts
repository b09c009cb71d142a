import { customType, foreignKey, timestamp, type AnyPgColumn } from 'drizzle-orm/pg-core';

/** A moment, with its zone. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** `bytea`, read and written as a Buffer. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** `xid8`, the number of a transaction: it only goes up. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/** A foreign key of one column. */
export const reference = (name: string, column: AnyPgColumn, target: AnyPgColumn) =>
  foreignKey({ name, columns: [column], foreignColumns: [target] });
