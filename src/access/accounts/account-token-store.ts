import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { accounts, accountTokens, type AccountTokenKind } from '../../platform/db/schema/accounts.ts';
import { lockAccount, type StoredAccount } from './account-store.ts';

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;
/** A code that an operator hands over goes by other ways than a mail. */
const HOURS: Record<AccountTokenKind, number> = { confirmation: 24, password: 72 };

/** A one-time code: its text is known here alone, and stored nowhere. */
export interface AccountToken {
  text: string;
  expiresAt: Date;
}

/** Gives the account a code in place of the one it had of this kind. */
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

/** When a code of this kind ends that is made now. */
export function findTokenEnd(kind: AccountTokenKind, hours = HOURS[kind]): Date {
  return new Date(Date.now() + hours * HOUR_MS);
}

/** Whose code this is; undefined when it is wrong, used, replaced or too old. */
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

/** Uses a code up, and returns its account with its row locked. Of several at once one gets it. */
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

/** The account waits for a confirmation, and no code is out there that could give it. */
const isLapsed = sql`${accounts.awaitsConfirmation} and not exists (
  select from account_tokens as t
  where t.account_id = ${accounts.id} and t.kind = 'confirmation' and t.expires_at > now())`;

/** Whether a registration of this e-mail would find an account that keeps it. */
export async function isEmailTaken(db: Db | Tx, email: string): Promise<boolean> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.email, email), sql`not (${isLapsed})`));
  return rows.length > 0;
}

/** Removes the account of this e-mail if it was not confirmed in time. Returns its id. */
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
