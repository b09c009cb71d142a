import { Button, Group, Stack, Text } from '@mantine/core';
import { useCategories } from '../categories/use-categories.ts';
import { nameFact } from '../parts/differences/name-change.ts';
import { KeyHint } from '../parts/keys/key-hint.tsx';
import { Panel } from '../parts/panel.tsx';
import { useShortcuts } from '../parts/shortcuts.ts';
import { describeValue } from '../parts/text/value-text.tsx';
import type { Suggestion } from './use-suggestions.ts';

const ACCEPT = 'y';
const LEAVE = 'l';

/** The suggestions; the keys act on the first. */
export function SuggestionList({
  suggestions,
  onAccept,
  onLeave,
}: {
  suggestions: readonly Suggestion[];
  onAccept: (suggestion: Suggestion) => void;
  onLeave: (suggestion: Suggestion) => void;
}) {
  const [first] = suggestions;
  const { nameOf } = useCategories(first !== undefined);
  useShortcuts(
    'Suggestions',
    first
      ? [
          { keys: ACCEPT, label: 'Accept the first suggestion', run: () => onAccept(first) },
          { keys: LEAVE, label: 'Leave it', run: () => onLeave(first) },
        ]
      : [],
  );
  if (!first) return null;
  return (
    <div role="region" aria-label="Suggestions">
      <Panel title="Suggestions">
        <Stack gap="xs">
          {suggestions.map((suggestion) => (
            <Group key={suggestion.rule} justify="space-between" gap="xs">
              <Text size="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
                {describeSuggestion(suggestion, nameOf)}{' '}
                <Text span size="xs" c="dimmed">
                  {suggestion.reason}
                </Text>
              </Text>
              <Group gap="xs" wrap="nowrap">
                <Button size="compact-xs" variant="default" onClick={() => onAccept(suggestion)}>
                  Accept {suggestion === first && <KeyHint name={ACCEPT} />}
                </Button>
                <Button size="compact-xs" variant="default" onClick={() => onLeave(suggestion)}>
                  Leave {suggestion === first && <KeyHint name={LEAVE} />}
                </Button>
              </Group>
            </Group>
          ))}
        </Stack>
      </Panel>
    </div>
  );
}

function describeSuggestion({ rule, facts }: Suggestion, nameOf: (code: string) => string) {
  const { energy_kj: kj, energy_kcal: kcal } = (facts['nutriments'] ?? {}) as Record<string, number>;
  const value =
    rule === 'energy'
      ? [kj === undefined ? '' : `${kj} kJ`, kcal === undefined ? '' : `${kcal} kcal`]
          .filter(Boolean)
          .join(', ')
      : Object.values(facts)
          .map((fact) => (rule === 'category' ? nameOf(String(fact)) : describeValue(fact)))
          .join(' ');
  return (
    <>
      {LABELS[rule] ?? nameFact(rule)}: <b>{value}</b>
    </>
  );
}

const LABELS: Partial<Record<Suggestion['rule'], string>> = {
  country: nameFact('country_of_origin'),
  unit: nameFact('net_content'),
  amount: nameFact('net_content'),
  energy: 'Energy',
};
