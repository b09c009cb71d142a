import { Badge, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { FACT_LIST } from '../../src/facts/registry/fact-registry.ts';
import type { FactComparison } from '../../src/facts/registry/product-facts-contract.ts';
import { formatScore } from '../parts/text/number-format.ts';
import { describeValue, ValueText } from '../parts/text/value-text.tsx';
import { isOverridden, isTaken, type EntryDraft } from './entry-draft.ts';

const OUTCOMES: Record<FactComparison['outcome'], { label: string; color: string }> = {
  taken: { label: 'new', color: 'teal' },
  confirmed: { label: 'the same', color: 'gray' },
  kept: { label: 'stays', color: 'gray' },
  conflict: { label: 'conflict', color: 'orange' },
  not_applicable: { label: 'not for this kind', color: 'gray' },
};

/** Each offered fact beside what the product has now and who says so; what is open is decided in its row. */
export function ComparisonTable({
  facts,
  draft,
  isOpen,
  onDecide,
}: {
  facts: FactComparison[];
  draft: EntryDraft;
  /** False: the entry is decided, and only shown. */
  isOpen: boolean;
  onDecide: (field: string, decision: 'take' | 'keep') => void;
}) {
  return (
    <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table layout="fixed" aria-label="Offered facts" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={130}>Fact</Table.Th>
            <Table.Th>Offered</Table.Th>
            <Table.Th>Now</Table.Th>
            <Table.Th w={150}>On approval</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {facts.map((fact) => (
            <FactRow key={fact.field} {...{ fact, draft, isOpen, onDecide }} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function FactRow({
  fact,
  draft,
  isOpen,
  onDecide,
}: {
  fact: FactComparison;
  draft: EntryDraft;
  isOpen: boolean;
  onDecide: (field: string, decision: 'take' | 'keep') => void;
}) {
  const isOwn = isOverridden(draft, fact.field);
  const isWritten = isTaken(fact, draft);
  // Nobody has decided yet: what differs has to be seen all the more.
  const isMarked = isWritten || isOwn || (fact.outcome === 'conflict' && !draft.decisions[fact.field]);
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td>{nameFact(fact.field)}</Table.Td>
      <Table.Td>
        {isOwn ? (
          <Stack gap={2}>
            <ValueText value={readOwn(fact.field, draft)} tone="after" />
            <Text size="xs" c="dimmed">
              instead of: {showFact(fact.offered)}
            </Text>
          </Stack>
        ) : (
          <FactValue
            values={fact.offered}
            other={fact.current}
            {...(isMarked ? { tone: 'after' as const } : {})}
          />
        )}
      </Table.Td>
      <Table.Td>
        <FactValue
          values={fact.current}
          other={fact.offered}
          {...(isMarked ? { tone: 'before' as const } : {})}
        />
        {fact.sources.length > 0 && (
          <Text size="xs" c="dimmed">
            {fact.sources.map(({ name, trust }) => `${name} ${formatScore(trust)}`).join(', ')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <FactDecision {...{ fact, draft, isOpen, isOwn, onDecide }} />
      </Table.Td>
    </Table.Tr>
  );
}

function FactDecision({
  fact,
  draft,
  isOpen,
  isOwn,
  onDecide,
}: {
  fact: FactComparison;
  draft: EntryDraft;
  isOpen: boolean;
  isOwn: boolean;
  onDecide: (field: string, decision: 'take' | 'keep') => void;
}) {
  const { field, outcome } = fact;
  if (isOwn) return <Badge color="indigo">yours is written</Badge>;
  const decision = draft.decisions[field];
  const hasCurrent = Object.values(fact.current).some((value) => value !== null && value !== '');
  // A fact the product lacks is added; leaving it out is possible by deciding to keep nothing.
  // But a new product cannot do without its name.
  const isNeeded = field === 'name' && !hasCurrent;
  const isDecidable =
    isOpen && !isNeeded && (outcome === 'conflict' || outcome === 'kept' || outcome === 'taken');
  if (!isDecidable) return <Badge color={OUTCOMES[outcome].color}>{OUTCOMES[outcome].label}</Badge>;
  return (
    <Group gap={6}>
      <SegmentedControl
        aria-label={`Decision about ${nameFact(field)}`}
        data-undecided={outcome === 'conflict' && decision === undefined ? field : undefined}
        data={[
          { value: 'take', label: 'Take' },
          { value: 'keep', label: hasCurrent ? 'Keep' : 'Leave out' },
        ]}
        value={decision ?? (outcome === 'taken' ? 'take' : outcome === 'kept' ? 'keep' : '')}
        onChange={(value) => onDecide(field, value as 'take' | 'keep')}
      />
      {outcome === 'conflict' && decision === undefined && <Badge color="orange">decide</Badge>}
    </Group>
  );
}

/** Tables such as nutrition: only what is said is shown, and what differs is marked. */
function FactValue({
  values,
  other,
  tone,
}: {
  values: Record<string, unknown>;
  other: Record<string, unknown>;
  tone?: 'before' | 'after';
}) {
  const only = Object.values(values)[0];
  if (Object.keys(values).length === 1 && isTable(only)) {
    const counterpart = Object.values(other)[0];
    const others = isTable(counterpart) ? counterpart : {};
    return (
      <Stack gap={0}>
        {Object.entries(only).map(([key, value]) => (
          <div key={key}>
            {key.replaceAll('_', ' ')}:{' '}
            <ValueText
              value={value}
              {...(tone && JSON.stringify(value) !== JSON.stringify(others[key]) ? { tone } : {})}
            />
          </div>
        ))}
      </Stack>
    );
  }
  return <ValueText value={showFact(values)} other={showFact(other)} {...(tone ? { tone } : {})} />;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function showFact(values: Record<string, unknown>): string {
  return Object.values(values)
    .filter((value) => value !== null && value !== undefined)
    .map(describeValue)
    .join(' ');
}

function readOwn(field: string, draft: EntryDraft): unknown {
  const overrides = draft.overrides as Record<string, unknown>;
  const parts = FACT_LIST.find((fact) => fact.field === field)?.parts ?? [field];
  return parts.length === 1
    ? overrides[field]
    : parts
        .map((part) => overrides[part])
        .filter(Boolean)
        .join(' ');
}

function nameFact(field: string): string {
  return FACT_LIST.find((fact) => fact.field === field)?.label ?? field;
}
