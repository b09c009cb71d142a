import { Stack, Text } from '@mantine/core';
import type { ProductChange } from '../../../src/catalog/difference/product-change-contract.ts';
import { ChangeLines } from '../../parts/differences/change-lines.tsx';
import { nameField } from '../../parts/differences/name-change.ts';
import { formatScore } from '../../parts/text/number-format.ts';

/** The effect on a product: its values, their suppliers, and its quality. */
export function ProductEffect({ effect }: { effect: ProductChange }) {
  const { changes, source_changes: sources, quality_score: score } = effect;
  const spoken = (wanted: 'add' | 'delete') =>
    sources
      .filter((one) => one.effect === wanted)
      .map(({ field, source }) => `${nameField(field)} (${source})`);
  const [added, gone] = [spoken('add'), spoken('delete')];
  return (
    <Stack gap={4} fz="sm">
      {changes.length > 0 ? (
        <ChangeLines changes={changes} isNamed />
      ) : (
        <Text size="sm">None of its values changes.</Text>
      )}
      <Text size="xs" c="dimmed">
        {added.length > 0 && `Said from then on by: ${added.join(', ')}. `}
        {gone.length > 0 && `No longer said by: ${gone.join(', ')}. `}
        {score.before !== null &&
          score.after !== null &&
          score.before !== score.after &&
          `Quality ${formatScore(score.before)} → ${formatScore(score.after)}.`}
      </Text>
    </Stack>
  );
}
