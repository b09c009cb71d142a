import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { accounts, accountTokens, type AccountTokenKind } from '../../platform/db/schema/accounts.ts';
import { lockAccount, type StoredAccount } from './account-store.ts';

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;
/** A password code may be handed over by an operator, which takes longer than a mail. */
const HOURS: Record<AccountTokenKind, number> = { confirmation: 24, password: 72 };

/** A one-time code. Only its hash is stored, so `text` exists here alone. */
export interface AccountToken {
  text: string;
  expiresAt: Date;
}

/** Creates a code for the account and replaces its former code of this kind. */
export async function saveToken(
  tx: Tx,
  accountId: string,
  kind: AccountTokenKind,
  hours = HOURS[kind],
): Promise<AccountToken> {
  const text = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = findTokenEnd(kind, hours);
  const token = { accountId, kind, hash: hashToken(text), expiresAt };
  await tx
    .insert(accountTokens)
    .values(token)
    .onConflictDoUpdate({
      target: [accountTokens.accountId, accountTokens.kind],
      set: { hash: token.hash, expiresAt, createdAt: sql`now()` },
    });
  return { text, expiresAt };
}

/** Returns the expiry of a code of this kind that is created now. */
export function findTokenEnd(kind: AccountTokenKind, hours = HOURS[kind]): Date {
  return new Date(Date.now() + hours * HOUR_MS);
}

/** Returns the account that a code belongs to. Undefined when the code is wrong, used, replaced or expired. */
export async function findTokenAccount(
  db: Db | Tx,
  kind: AccountTokenKind,
  text: string,
): Promise<StoredAccount | undefined> {
  const [row] = await db
    .select({ account: accounts })
    .from(accountTokens)
    .innerJoin(accounts, eq(accounts.id, accountTokens.accountId))
    .where(isGood(kind, text));
  return row?.account;
}

/** Consumes a code and returns its account with the row locked. Of several concurrent calls, one succeeds. */
export async function takeToken(
  tx: Tx,
  kind: AccountTokenKind,
  text: string,
): Promise<StoredAccount | undefined> {
  const found = await findTokenAccount(tx, kind, text);
  const account = found && (await lockAccount(tx, found.id));
  const taken = await tx.delete(accountTokens).where(isGood(kind, text)).returning();
  return taken.length === 1 ? account : undefined;
}

export async function deleteTokens(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(accountTokens).where(eq(accountTokens.accountId, accountId));
}

/** Matches an account that awaits confirmation and has no valid code left. */
const isLapsed = sql`${accounts.awaitsConfirmation} and not exists (
  select from account_tokens as t
  where t.account_id = ${accounts.id} and t.kind = 'confirmation' and t.expires_at > now())`;

/** Returns whether this e-mail belongs to an account that has not lapsed. */
export async function isEmailTaken(db: Db | Tx, email: string): Promise<boolean> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.email, email), sql`not (${isLapsed})`));
  return rows.length > 0;
}

/** Deletes the account with this e-mail if it was not confirmed in time. Returns its id. */
export async function deleteLapsedAccount(tx: Tx, email: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(accounts)
    .where(and(eq(accounts.email, email), isLapsed))
    .returning({ id: accounts.id });
  return row?.id;
}

const isGood = (kind: AccountTokenKind, text: string) =>
  and(
    eq(accountTokens.hash, hashToken(text)),
    eq(accountTokens.kind, kind),
    gt(accountTokens.expiresAt, sql`now()`),
  );

function hashToken(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
