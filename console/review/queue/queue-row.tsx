import { Badge, Group, Text, Tooltip } from '@mantine/core';
import type { QueuedSubmission } from '../../../src/review/queue/queue-contract.ts';
import { HIGH_RISK, RISKS } from '../../../src/review/queue/risk-contract.ts';
import { useOperator } from '../../api/api-context.ts';
import { nameFact } from '../../parts/differences/name-change.ts';
import { findThumb } from '../../parts/pictures/picture-values.tsx';
import { countOf } from '../../parts/text/number-format.ts';
import { RelativeTime } from '../../parts/text/relative-time.tsx';
import { nameSubmission } from '../desk/review-desk.ts';
import { RuleSuggestionLine } from '../submission/rule-suggestion.tsx';
import classes from './queue-list.module.css';

const STANDINGS = {
  new: { label: 'New', color: 'teal' },
  correction: { label: 'Correction', color: 'blue' },
  conflict: { label: 'Conflict', color: 'orange' },
  duplicate: { label: 'Duplicate', color: 'grape' },
};

/** A submission at a glance: picture, standing, risk, changes and assignee. */
export function QueueRow({ submission }: { submission: QueuedSubmission }) {
  const { standing, changes, conflicts, sender_record: record } = submission;
  const { label, color } = STANDINGS[standing];
  const thumb = submission.picture === null ? undefined : findThumb(submission.picture);
  const isPending = submission.status === 'pending';
  return (
    <div className={classes.row}>
      <div className={classes.thumb}>
        {thumb && <img src={thumb} alt="" loading="lazy" referrerPolicy="no-referrer" />}
      </div>
      <div className={classes.words}>
        <Group gap={6} wrap="nowrap" justify="space-between">
          <Text size="sm" truncate fw={500} miw={0}>
            {nameSubmission(submission)}
          </Text>
          <Text size="xs" c="dimmed" component="div" style={{ flexShrink: 0 }}>
            <RelativeTime value={submission.created_at} />
          </Text>
        </Group>
        <Group gap={6} fz="xs" c="dimmed" className={classes.chips}>
          {isPending && (
            <Badge size="xs" color={color}>
              {label}
            </Badge>
          )}
          {isPending && <RiskBadge risks={submission.risks} />}
          {isPending && changes.length > 0 && (
            <Tooltip label={describeChanges(changes, conflicts)} multiline maw={320}>
              <span>
                {countOf(changes.length, standing === 'new' || standing === 'duplicate' ? 'fact' : 'change')}
              </span>
            </Tooltip>
          )}
          {isPending && record !== 'unproven' && <span>{record} record</span>}
          <StateBadges submission={submission} />
          <Text size="xs" truncate maw="100%">
            {submission.brand ?? submission.kind ?? (submission.name ? submission.gtin : null) ?? ''}
          </Text>
        </Group>
        {submission.suggested && <RuleSuggestionLine suggested={submission.suggested} isRow />}
      </div>
    </div>
  );
}

function RiskBadge({ risks }: Pick<QueuedSubmission, 'risks'>) {
  // Only high risks: most senders have no approval yet, and the standing already shows a look-alike.
  const found = RISKS.filter(({ code, value }) => risks.includes(code) && value >= HIGH_RISK);
  if (found.length === 0) return null;
  const isUnwanted = found.some(({ code }) => code === 'unwanted_words');
  return (
    <Tooltip label={found.map(({ label }) => label).join('; ')} multiline maw={320}>
      <Badge size="xs" color={isUnwanted ? 'grape.9' : 'red.9'} variant="filled">
        {isUnwanted ? 'link, ad or profanity' : 'high risk'}
      </Badge>
    </Tooltip>
  );
}

function describeChanges(changes: readonly string[], conflicts: readonly string[]): string {
  return changes
    .map((name) => (conflicts.includes(name) ? `${nameFact(name)} (otherwise now)` : nameFact(name)))
    .join(', ');
}

function StateBadges({ submission }: { submission: QueuedSubmission }) {
  const self = useOperator();
  const { status, claim, assigned_to: assignee } = submission;
  return (
    <>
      {status !== 'pending' && (
        <Badge size="xs" color={status === 'approved' ? 'teal' : 'red'}>
          {status}
        </Badge>
      )}
      {submission.source === 'backflow' && (
        <Badge size="xs" color="grape">
          back-flow
        </Badge>
      )}
      {status === 'pending' && submission.answered_at && (
        <Badge size="xs" color="teal">
          answered
        </Badge>
      )}
      {status === 'pending' && submission.asked_at && (
        <Badge size="xs" color="gray">
          {submission.waits_until ? 'waiting' : 'no answer'}
        </Badge>
      )}
      {claim && (
        <Badge size="xs" color={claim.operator_id === self.id ? 'teal' : 'orange'}>
          {claim.operator_id === self.id ? 'yours' : claim.email}
        </Badge>
      )}
      {assignee && (
        <Badge size="xs" color={assignee.operator_id === self.id ? 'teal' : 'blue'}>
          for {assignee.operator_id === self.id ? 'you' : assignee.email}
        </Badge>
      )}
    </>
  );
}
