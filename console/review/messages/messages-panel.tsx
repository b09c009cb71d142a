import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { Message } from '../../../src/review/submissions/messages/message-contract.ts';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { KeyHint } from '../../parts/keys/key-hint.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/text/relative-time.tsx';
import type { WrittenKind } from './message-dialog.tsx';

const LABELS = {
  note: { label: 'note', color: 'gray' },
  question: { label: 'question', color: 'blue' },
  answer: { label: 'answer', color: 'teal' },
};

/** Buttons for a note to operators or a question to the contributor; says why the contributor cannot be asked. */
export function MessageButtons({
  submission,
  isOpen,
  onWrite,
}: {
  submission: SubmissionDetail;
  isOpen: boolean;
  onWrite: (kind: WrittenKind) => void;
}) {
  return (
    <Group gap={6}>
      {isOpen && !submission.can_ask && (
        <Text size="xs" c="dimmed">
          {submission.source === 'backflow'
            ? 'The sender cannot be asked: back-flow gives a shop nothing to answer with.'
            : 'The sender cannot be asked: it came in before contributors could answer.'}
        </Text>
      )}
      <Button size="compact-xs" variant="default" onClick={() => onWrite('note')}>
        Note… {isOpen && <KeyHint name="w" ml={6} />}
      </Button>
      {isOpen && submission.can_ask && (
        <Button size="compact-xs" variant="default" onClick={() => onWrite('question')}>
          Ask for more… <KeyHint name="q" ml={6} />
        </Button>
      )}
    </Group>
  );
}

/** The operators' notes on a submission, their questions to its contributor, and the answers. */
export function MessagesPanel({ submission, isOpen }: { submission: SubmissionDetail; isOpen: boolean }) {
  const { messages, waits_until: until } = submission;
  if (messages.length === 0) return null;
  return (
    <Panel title="Notes and questions">
      <Stack gap="xs">
        {messages.map((message) => (
          <MessageText key={message.id} message={message} />
        ))}
        {isOpen && submission.asked_at && (
          <Text size="sm" fw={600}>
            {until === null
              ? 'The question is not answered. It is in the queue again; an answer may still come.'
              : 'Waits for the answer; without one it is back in the queue '}
            {until !== null && <RelativeTime value={until} />}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function MessageText({ message }: { message: Message }) {
  const { label, color } = LABELS[message.kind];
  const author = message.kind === 'answer' ? 'the contributor' : (message.operator_email ?? 'an operator');
  return (
    <div>
      <Group gap={6} fz="xs" c="dimmed">
        <Badge size="xs" color={color}>
          {label}
        </Badge>
        <span>
          {author}, <RelativeTime value={message.created_at} />
        </span>
      </Group>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {message.text}
      </Text>
    </div>
  );
}
