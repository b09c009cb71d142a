import { asc, count, eq, sql } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { submissionMessages, submissions } from '../../../platform/db/schema/submissions.ts';
import { operators } from '../../../platform/db/schema/operators.ts';
import type { Message } from './message-contract.ts';

type Kind = Message['kind'];

export async function saveMessage(
  tx: Tx,
  message: { submissionId: string; kind: Kind; text: string; operatorId: string | null },
): Promise<Message> {
  const { id: rowId, createdAt } = submissionMessages;
  const [row] = await tx
    .insert(submissionMessages)
    .values({ id: uuidV7(), ...message })
    .returning({ id: rowId, createdAt });
  if (!row) throw new Error('an insert answered no row');
  const [operator] =
    message.operatorId === null
      ? []
      : await tx
          .select({ email: operators.email })
          .from(operators)
          .where(eq(operators.id, message.operatorId));
  return {
    id: row.id,
    kind: message.kind,
    text: message.text,
    operator_email: operator?.email ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

export async function countMessages(tx: Tx, submissionId: string): Promise<number> {
  const [row] = await tx
    .select({ messages: count() })
    .from(submissionMessages)
    .where(eq(submissionMessages.submissionId, submissionId));
  return row?.messages ?? 0;
}

/** Returns messages, oldest first. */
export async function listMessages(db: Db | Tx, submissionId: string): Promise<Message[]> {
  const { id, kind, text, createdAt, operatorId } = submissionMessages;
  const rows = await db
    .select({ id, kind, text, operator_email: operators.email, createdAt })
    .from(submissionMessages)
    .leftJoin(operators, eq(operators.id, operatorId))
    .where(eq(submissionMessages.submissionId, submissionId))
    .orderBy(asc(createdAt), asc(id));
  return rows.map(({ createdAt: at, ...row }) => ({ ...row, created_at: at.toISOString() }));
}

/** Starts the wait for the contributor's answer. */
export async function saveAsked(tx: Tx, id: string): Promise<void> {
  await tx
    .update(submissions)
    .set({ askedAt: sql`now()`, answeredAt: null })
    .where(eq(submissions.id, id));
}

/** Ends the wait for the contributor's answer. */
export async function saveAnswered(tx: Tx, id: string): Promise<void> {
  await tx
    .update(submissions)
    .set({ askedAt: null, answeredAt: sql`now()` })
    .where(eq(submissions.id, id));
}
