import { Button, Group, Kbd, Paper, Text } from '@mantine/core';
import type { SubmissionDetail } from '../../src/contributions/review/review-contract.ts';
import { useOperator } from '../api/api-context.ts';
import { describeApproval, listUndecided, type EntryDraft } from './entry-draft.ts';

export interface DecisionActions {
  approve: () => void;
  reject: () => void;
  skip: () => void;
  edit: () => void;
  claim: () => void;
}

/** Says what approving would do, and offers every decision with its key. */
export function DecisionBar({
  entry,
  draft,
  actions,
}: {
  entry: SubmissionDetail;
  draft: EntryDraft;
  actions: DecisionActions;
}) {
  const self = useOperator();
  const undecided = listUndecided(entry, draft);
  const isMine = entry.claim?.operator_id === self.id;
  const isOthers = entry.claim !== null && !isMine;
  return (
    <Paper
      withBorder
      p="sm"
      mb="sm"
      pos="sticky"
      top={56}
      style={{ zIndex: 2 }}
      role="region"
      aria-label="Decision"
    >
      <Text size="sm" mb="xs">
        {isOthers && <b>{entry.claim?.email} is working on this entry. </b>}
        {undecided.length > 0
          ? `Decide first: ${undecided.map((field) => field.replaceAll('_', ' ')).join(', ')}.`
          : describeApproval(entry, draft)}
      </Text>
      <Group gap="xs">
        <Button onClick={actions.approve} color="teal.9" disabled={isOthers}>
          Approve <Key name="a" />
        </Button>
        <Button onClick={actions.reject} color="red.9" disabled={isOthers}>
          Reject… <Key name="r" />
        </Button>
        <Button onClick={actions.edit} variant="default" disabled={isOthers}>
          Edit <Key name="e" />
        </Button>
        <Button onClick={actions.skip} variant="default">
          Skip <Key name="s" />
        </Button>
        <Button onClick={actions.claim} variant="default">
          {isMine ? 'Give back' : isOthers ? 'Take over' : 'Claim'} <Key name="c" />
        </Button>
      </Group>
    </Paper>
  );
}

function Key({ name }: { name: string }) {
  return (
    <Kbd size="xs" ml={6} aria-hidden>
      {name}
    </Kbd>
  );
}
