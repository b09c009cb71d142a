import { Badge, Group, Text } from '@mantine/core';
import type { SubmissionDetail } from '../../../src/contributions/review/review-contract.ts';
import { useMayActAs } from '../../api/api-context.ts';
import { TextLink } from '../../parts/text/text-link.tsx';
import { SenderBlockButton } from './sender-block-button.tsx';
import { SenderRecord } from './sender-record.tsx';

/** Who sent an entry, what became of the rest, and the way to take no more from there. */
export function SenderLine({ entry }: { entry: SubmissionDetail }) {
  const mayBlock = useMayActAs('editor');
  const { sender, account } = entry;
  if (!sender) {
    return (
      <Text size="sm" c="dimmed">
        Nothing is stored of whoever sent it: there is no record, and nobody to block.
      </Text>
    );
  }
  const filter = account ? { account_id: account.id } : { contact_of: entry.id };
  return (
    <Group gap={6} fz="sm" c="dimmed" role="group" aria-label="Sender">
      <span style={{ overflowWrap: 'anywhere' }}>
        from{' '}
        <TextLink to="/review" search={{ ...filter, state: 'all' }}>
          {sender.email}
        </TextLink>
      </span>
      {sender.blocked_at && <Badge color="red">blocked</Badge>}
      <SenderRecord sender={sender} />
      {mayBlock && (
        <SenderBlockButton sender={sender} place={{ entity: 'submission', id: entry.id }} filter={filter} />
      )}
    </Group>
  );
}
