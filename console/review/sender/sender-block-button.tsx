import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { Sender } from '../../../src/review/senders/sender-contract.ts';
import { loadPart } from '../../load-file.ts';
import type { RejectFilter } from '../queue/use-reject-matching.ts';
import type { SenderPlace } from './sender-place.ts';
import { Suspense } from 'react';

const BlockSender = loadPart(async () => (await import('./block-sender.tsx')).BlockSender);
const UnblockSender = loadPart(async () => (await import('./unblock-sender.tsx')).UnblockSender);

/** Blocks or unblocks a sender's submissions, after saying what that does. */
export function SenderBlockButton({
  sender,
  place,
  filter,
}: {
  sender: Sender;
  place: SenderPlace;
  /** Matches the sender's submissions in the queue. */
  filter: RejectFilter;
}) {
  const isBlocked = sender.blocked_at !== null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() =>
        modals.open({
          title: isBlocked
            ? `Accept submissions of ${sender.email} again`
            : `Block submissions of ${sender.email}`,
          size: 'lg',
          children: (
            <Suspense>
              {isBlocked ? (
                <UnblockSender email={sender.email} place={place} />
              ) : (
                <BlockSender sender={sender} place={place} filter={filter} />
              )}
            </Suspense>
          ),
        })
      }
    >
      {isBlocked ? 'Unblock sender…' : 'Block sender…'}
    </Button>
  );
}
