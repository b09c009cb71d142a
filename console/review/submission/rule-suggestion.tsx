import { Text } from '@mantine/core';
import type { RuleSuggestion } from '../../../src/review/rules/rule-contract.ts';
import { describeRight, SUGGESTED } from '../../rules/describe-rule.ts';

/** `Rule “Plain corrections” suggests: approve — right 212 of 215`; in a row the name comes last. */
export function RuleSuggestionLine({ suggested, isRow }: { suggested: RuleSuggestion; isRow?: true }) {
  const { name, suggestion } = suggested;
  const right = describeRight(suggested.right, suggested.judged);
  const said = <b>{SUGGESTED[suggestion]}</b>;
  return (
    <Text size="xs" lineClamp={2}>
      {isRow ? (
        <>
          Rule: {said} — {right}, by “{name}”
        </>
      ) : (
        <>
          Rule “{name}” suggests: {said} — {right}
        </>
      )}
    </Text>
  );
}
