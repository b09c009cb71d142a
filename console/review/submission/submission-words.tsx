import { Anchor, Box, Group, Stack, Text } from '@mantine/core';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { nameActor } from '../../parts/text/name-actor.ts';
import { RelativeTime } from '../../parts/text/relative-time.tsx';
import classes from '../open-submission.module.css';

/** The contributor's note and source. Nothing is fetched, and everything is shown as text. */
export function SubmissionWords({ submission }: { submission: SubmissionDetail }) {
  const { note, source_url: sourceUrl, msrp } = submission.content;
  const isPriceUsable = !submission.unusable.some(({ name }) => name === 'msrp');
  const price = (isPriceUsable ? msrp : undefined) as
    { amount: number; currency: string; region?: string } | null | undefined;
  const hasNote = typeof note === 'string';
  const hasSource = typeof sourceUrl === 'string';
  if (!hasNote && !hasSource && !price) return null;
  return (
    // Long texts scroll, by keyboard too.
    <Box className={classes.words} role="group" aria-label="Words of the contributor" tabIndex={0}>
      <Text size="sm" component="div">
        {hasNote && <div>{note}</div>}
        {hasSource && (
          <div>
            <Text span inherit c="dimmed">
              Where to check:{' '}
            </Text>
            <SourceLink address={sourceUrl} />
          </div>
        )}
        {price && (
          <div>
            <Text span inherit c="dimmed">
              Suggested price:{' '}
            </Text>
            {price.amount} {price.currency}, {price.region ?? 'GLOBAL'}
          </div>
        )}
      </Text>
    </Box>
  );
}

/** A stranger's URL: linked only if it is http or https, and without a referrer. */
function SourceLink({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return address;
  return (
    <Anchor inherit href={address} target="_blank" rel="noreferrer noopener">
      {address}
    </Anchor>
  );
}

/** Who has done what with the submission. */
export function SubmissionHistory({ submission }: { submission: SubmissionDetail }) {
  if (submission.history.length === 0) return null;
  return (
    <Stack gap={2} fz="xs" c="dimmed" role="group" aria-label="History">
      {submission.history.map((step) => (
        <Group key={step.seq} gap={6}>
          {step.action.replace('submission.', '')} by {nameActor(step.operator_email, step)},{' '}
          <RelativeTime value={step.at} />
        </Group>
      ))}
    </Stack>
  );
}
