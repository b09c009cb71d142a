import { Badge, Stack, Text } from '@mantine/core';
import type { ValueChange } from '../../../src/catalog/difference/product-change-contract.ts';
import { ValueText } from '../text/value-text.tsx';
import { isHash, joinParts, nameChange, nameKey } from './name-change.ts';

const EFFECTS = {
  add: { label: 'added', color: 'teal' },
  change: { label: 'changed', color: 'blue' },
  delete: { label: 'deleted', color: 'red' },
};

/** Texts of this length or more are not repeated beside themselves. */
const LONG_CHARS = 80;

/**
 * Changed values, each before and after.
 * @param beside what the same row already shows
 */
export function ChangeLines({
  changes,
  isNamed,
  beside,
}: {
  changes: readonly ValueChange[];
  isNamed: boolean;
  beside?: { before: readonly unknown[]; after: readonly unknown[] };
}) {
  return (
    <Stack gap={2}>
      {joinParts(changes).map((change) => {
        const { field, name, key, effect, before, after } = change;
        return (
          <div key={`${name} ${key ?? ''}`}>
            <Badge size="xs" mr={4} color={EFFECTS[effect].color}>
              {EFFECTS[effect].label}
            </Badge>
            {(isNamed || (key !== null && !isHash(key))) && (
              <Text span size="xs" c="dimmed">
                {isNamed
                  ? nameChange(field === 'barcode' ? { ...change, key: null } : change)
                  : nameKey({ field, key: key ?? '' })}{' '}
              </Text>
            )}
            {effect !== 'add' &&
              (isAgain(before, beside?.before) ? (
                'what is there now'
              ) : (
                <ValueText value={readGtin(before)} tone="before" other={after} />
              ))}
            {effect === 'change' && <span aria-label="becomes"> → </span>}
            {effect !== 'delete' &&
              (isAgain(after, beside?.after) ? (
                'as submitted'
              ) : (
                <ValueText value={readGtin(after)} tone="after" other={before} />
              ))}
          </div>
        );
      })}
    </Stack>
  );
}

function isAgain(value: unknown, shown: readonly unknown[] = []): boolean {
  return typeof value === 'string' && value.length >= LONG_CHARS && shown.includes(value);
}

/** Returns the code of a barcode; its other parts follow from it. */
function readGtin(value: unknown): unknown {
  const gtin = typeof value === 'object' && value !== null && 'gtin' in value ? value.gtin : undefined;
  return gtin ?? value;
}
