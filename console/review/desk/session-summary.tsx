import { Text } from '@mantine/core';
import { countOf, formatCount } from '../../parts/text/number-format.ts';
import { formatDuration } from '../../parts/text/time-format.ts';

/** The work of an operator since the console was opened. */
export interface Session {
  /** Without those that were refused. */
  decided: number;
  takenBack: number;
  /** Of the first and of the last decision, in ms. */
  firstAt: number;
  lastAt: number;
}

export const NO_SESSION: Session = { decided: 0, takenBack: 0, firstAt: 0, lastAt: 0 };

export function withDecided(session: Session, count: number, now: number): Session {
  const firstAt = session.decided === 0 ? now : session.firstAt;
  return { ...session, decided: session.decided + count, firstAt, lastAt: now };
}

/** In a few words, beginning in lower case; undefined before the first decision. */
export function describeSession({ decided, takenBack, firstAt, lastAt }: Session): string | undefined {
  if (decided === 0) return undefined;
  const seconds = (lastAt - firstAt) / 1_000;
  const parts = [
    `${formatCount(decided)} decided${seconds >= 1 ? ` in ${formatDuration(seconds)}` : ''}`,
    takenBack > 0 && `${formatCount(takenBack)} taken back`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** What was done, shown when nothing is left to do. */
export function SessionSummary({ session }: { session: Session }) {
  const { decided, takenBack, firstAt, lastAt } = session;
  if (decided === 0) return null;
  // From the first decision to the last lie one less than there are.
  const pace = decided > 1 ? (lastAt - firstAt) / 1_000 / (decided - 1) : undefined;
  return (
    <Text size="sm" mt={4} role="group" aria-label="Your session">
      You decided {countOf(decided, 'submission')}
      {pace !== undefined && `, one every ${formatDuration(pace)}`}
      {takenBack > 0 && `, and took ${formatCount(takenBack)} back`}.
    </Text>
  );
}
