import { Text } from '@mantine/core';
import { countOf, formatCount } from '../../parts/text/number-format.ts';
import { formatDuration } from '../../parts/text/time-format.ts';

/** An operator's work since the console was opened. */
export interface Session {
  /** Without refused decisions. */
  decided: number;
  takenBack: number;
  /** The times of the first and last decision, in ms. */
  firstAt: number;
  lastAt: number;
}

export const NO_SESSION: Session = { decided: 0, takenBack: 0, firstAt: 0, lastAt: 0 };

export function withDecided(session: Session, count: number, now: number): Session {
  const firstAt = session.decided === 0 ? now : session.firstAt;
  return { ...session, decided: session.decided + count, firstAt, lastAt: now };
}

/** Returns a short summary that begins in lower case, or undefined before the first decision. */
export function describeSession({ decided, takenBack, firstAt, lastAt }: Session): string | undefined {
  if (decided === 0) return undefined;
  const seconds = (lastAt - firstAt) / 1_000;
  const parts = [
    `${formatCount(decided)} decided${seconds >= 1 ? ` in ${formatDuration(seconds)}` : ''}`,
    takenBack > 0 && `${formatCount(takenBack)} taken back`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** What was done, shown when the queue is empty. */
export function SessionSummary({ session }: { session: Session }) {
  const { decided, takenBack, firstAt, lastAt } = session;
  if (decided === 0) return null;
  // There is one interval less than there are decisions.
  const pace = decided > 1 ? (lastAt - firstAt) / 1_000 / (decided - 1) : undefined;
  return (
    <Text size="sm" mt={4} role="group" aria-label="Your session">
      You decided {countOf(decided, 'submission')}
      {pace !== undefined && `, one every ${formatDuration(pace)}`}
      {takenBack > 0 && `, and took ${formatCount(takenBack)} back`}.
    </Text>
  );
}
