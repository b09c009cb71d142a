import { Text } from '@mantine/core';
import type { RuleSuggestion } from '../../../src/review/rules/rule-contract.ts';
import { describeRight, SUGGESTED } from '../../rules/describe-rule.ts';

/**
 * `Rule “Plain corrections” suggests: approve — right 212 of 215`. In a row, which cuts its end, the name comes last.
 */
export function RuleSuggestionLine({ suggested, isRow }: { suggested: RuleSuggestion; isRow?: true }) {
  const { name, suggestion } = suggested;
  const right = describeRight(suggested.right, suggested.judged);
  const said = <b>{SUGGESTED[suggestion]}</b>;
  return (
    <Text size="xs" truncate title={`${name}: ${SUGGESTED[suggestion]} — ${right}`}>
      {isRow ? (
        <>
          Suggested: {said} — {right}, by “{name}”
        </>
      ) : (
        <>
          Rule “{name}” suggests: {said} — {right}
        </>
      )}
    </Text>
  );
}
