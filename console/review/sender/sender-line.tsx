import { Badge, Button, Group, Text } from '@mantine/core';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { useMayActAs } from '../../api/api-context.ts';
import { openErasing } from '../../parts/dialogs/erase-form.tsx';
import { TextLink } from '../../parts/text/text-link.tsx';
import { RuleButton } from './rule-button.tsx';
import { SenderBlockButton } from './sender-block-button.tsx';
import { SenderRecord } from './sender-record.tsx';

/** The sender of a submission, the sender's record, and the block button. */
export function SenderLine({ submission }: { submission: SubmissionDetail }) {
  const mayBlock = useMayActAs('editor');
  const mayErase = useMayActAs('admin');
  const { sender, account } = submission;
  if (!sender) {
    return (
      <Text size="sm" c="dimmed">
        Nothing is stored about the sender: there is no record, and no one to block.
      </Text>
    );
  }
  const filter = account ? { account_id: account.id } : { contact_of: submission.id };
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
        <SenderBlockButton
          sender={sender}
          place={{ entity: 'submission', id: submission.id }}
          filter={filter}
        />
      )}
      {mayBlock && <RuleButton submission={submission} />}
      {mayErase && !account && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() =>
            openErasing({
              title: `Erase the address ${sender.email}?`,
              consequences: [
                'No submission names it any more; what its holder answered to questions is gone.',
                'The submissions stay. A block of the address ends.',
              ],
              write: (api, reason) =>
                api.post('/contacts/erase', { body: { contact_email: sender.email, reason } }),
              done: 'The address is erased',
              refresh: [['submissions']],
            })
          }
        >
          Erase address…
        </Button>
      )}
    </Group>
  );
}
