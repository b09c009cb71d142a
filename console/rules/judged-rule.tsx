import { List, Stack, Text } from '@mantine/core';
import type { JudgedRule } from '../../src/review/rules/rule-contract.ts';
import { countOf, formatCount } from '../parts/text/number-format.ts';
import { TextLink } from '../parts/text/text-link.tsx';
import { describeRecord } from './describe-rule.ts';

/** How a rule would have done on the latest decisions, with examples of wrong suggestions. */
export function JudgedRuleNote({ judged }: { judged: JudgedRule }) {
  const { decisions, undecided, examples } = judged;
  return (
    <Stack gap={4} role="group" aria-label="Record of the rule">
      <Text size="sm">
        Of the last {countOf(decisions, 'decision')} of operators: <b>{describeRecord(judged)}</b>
        {undecided > 0 && `; ${formatCount(undecided)} took decisions that only an operator can make`}.
      </Text>
      {examples.length > 0 && (
        <>
          <Text size="xs" c="dimmed">
            Decided otherwise, the newest first:
          </Text>
          <List size="xs">
            {examples.map(({ id, name, status }) => (
              <List.Item key={id}>
                <TextLink to="/review" search={{ id, state: 'all' }} target="_blank">
                  {name ?? id}
                </TextLink>
                , {status}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  );
}
