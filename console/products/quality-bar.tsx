import { Group, Progress, Text } from '@mantine/core';
import { formatScore } from '../parts/text/number-format.ts';

const QUALIFIED_FROM = 0.6;

/** A score with a bar, coloured by whether the product qualifies; the number says it too. */
export function QualityBar({ score }: { score: number }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" w={32}>
        {formatScore(score)}
      </Text>
      <Progress
        value={score * 100}
        color={score >= QUALIFIED_FROM ? 'teal' : 'orange'}
        size="sm"
        flex={1}
        miw={40}
        aria-label="Quality"
      />
    </Group>
  );
}
