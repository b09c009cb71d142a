import { Text } from '@mantine/core';
import type { Sender } from '../../../src/review/senders/sender-contract.ts';
import { formatCount, formatShare } from '../../parts/text/number-format.ts';

/** The outcomes of a sender's submissions, in one line. */
export function SenderRecord({ sender: { kind, record } }: { sender: Sender }) {
  const { approved, rejected, pending, taken_back: takenBack, approval_rate: rate, of_newest: most } = record;
  const parts = [
    rate === null
      ? 'nothing decided yet'
      : `${formatShare(rate)} approved: ${formatCount(approved)} of ${formatCount(approved + rejected)}, ${formatCount(rejected)} rejected`,
    `${formatCount(pending)} pending`,
    takenBack > 0 && `${formatCount(takenBack)} taken back`,
    most !== null && `of the newest ${formatCount(most)}`,
    kind === 'contact' && 'the address is not verified',
  ].filter((part) => part !== false);
  return (
    <Text span inherit>
      {parts.join(' · ')}
    </Text>
  );
}
