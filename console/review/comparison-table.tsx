import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import { FACT_LIST } from '../../src/facts/registry/fact-list.ts';
import type { ValueChange } from '../../src/catalog/difference/product-change-contract.ts';
import type { FactComparison } from '../../src/facts/registry/product-facts-contract.ts';
import { ChangeLines } from '../parts/differences/change-lines.tsx';
import { describeFact, nameFact, nameKey } from '../parts/differences/name-change.ts';
import { KeyHint } from '../parts/keys/key-hint.tsx';
import { listPictures, PictureThumbs } from '../parts/pictures/picture-values.tsx';
import { formatScore } from '../parts/text/number-format.ts';
import { ValueText } from '../parts/text/value-text.tsx';
import { ChoiceControl } from './choice-control.tsx';
import classes from './comparison-table.module.css';
import { decideNutrient } from './nutrition/nutrient-rows.ts';
import { NutritionRows } from './nutrition/nutrition-rows.tsx';
import type { ApprovalState } from './submission/use-approval.ts';
import { choiceOf, decideRow, isOverridden, type SubmissionDraft, type FactRow } from './submission-draft.ts';

const OUTCOMES: Record<FactComparison['outcome'], { label: string; color: string }> = {
  taken: { label: 'new', color: 'teal' },
  confirmed: { label: 'the same', color: 'gray' },
  kept: { label: 'stays', color: 'gray' },
  conflict: { label: 'decide', color: 'orange' },
  not_applicable: { label: 'not for this kind', color: 'gray' },
};

interface Props {
  approval: ApprovalState;
  draft: SubmissionDraft;
  /** False if the submission is decided and only shown. */
  isOpen: boolean;
  onDecide: (decisions: SubmissionDraft['decisions']) => void;
}

/**
 * Compares the submitted facts with those of the product and its sources, and shows what approving would do to each.
 */
export function ComparisonTable({ approval, draft, isOpen, onDecide }: Props) {
  const { rows, preview } = approval;
  const keys = listRowKeys(rows);
  const ofRows = new Set(rows.flatMap(({ facts }) => facts.map(({ field }) => field)));
  const others = preview?.changes.filter(({ field }) => !ofRows.has(field)) ?? [];
  return (
    <Table className={classes.table} layout="fixed" aria-label="Submitted facts" verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={132}>Fact</Table.Th>
          <Table.Th>Submitted</Table.Th>
          <Table.Th>Now</Table.Th>
          <Table.Th w="30%">On approval</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => {
          const shortcut = isOpen ? keys.get(row.group) : undefined;
          if (row.group !== 'nutriments')
            return <Row key={row.group} {...{ row, approval, draft, isOpen, onDecide, shortcut }} />;
          return (
            <NutritionRows
              key={row.group}
              {...{ row, approval, draft, isOpen, shortcut }}
              onDecide={(choice) => onDecide(decideRow(row, draft, choice))}
              onDecideNutrient={(nutrient, choice) => onDecide(decideNutrient(row, draft, nutrient, choice))}
            />
          );
        })}
        {others.length > 0 && (
          <Table.Tr>
            <Table.Td data-label="Fact">With it</Table.Td>
            <Table.Td data-label="On approval" colSpan={3} data-old={approval.isOld || undefined}>
              <ChangeLines changes={others} isNamed />
            </Table.Td>
          </Table.Tr>
        )}
      </Table.Tbody>
    </Table>
  );
}

/** Gives the first nine decidable rows a digit. */
export function listRowKeys(rows: readonly FactRow[]): ReadonlyMap<string, string> {
  const decidable = rows.filter(({ isDecidable }) => isDecidable).slice(0, 9);
  return new Map(decidable.map(({ group }, index) => [group, String(index + 1)]));
}

function Row({
  row,
  approval,
  draft,
  isOpen,
  onDecide,
  shortcut,
}: Props & { row: FactRow; shortcut: string | undefined }) {
  const isUndecided = row.isDecidable && choiceOf(row, draft) === undefined;
  const own = row.facts.filter(({ field }) => isOverridden(draft, field));
  const sources = new Map(row.facts.flatMap((fact) => fact.sources.map((source) => [source.id, source])));
  const fields = row.facts.map(({ field }) => field);
  const changes = approval.preview?.changes.filter(({ field }) => fields.includes(field)) ?? [];
  const isMarked = isUndecided || changes.length > 0;
  return (
    <Table.Tr className={classes.row}>
      <Table.Td data-label="Fact">
        <Group gap={6} wrap="nowrap" align="baseline">
          {shortcut && <KeyHint name={shortcut} ml={0} />}
          {row.label}
        </Group>
      </Table.Td>
      <Table.Td data-label="Submitted">
        <div>
          {row.facts.map((fact) =>
            own.includes(fact) ? (
              <Stack key={fact.field} gap={2}>
                <ValueText value={readOwn(fact.field, draft)} tone="after" />
                <Text size="xs" c="dimmed">
                  instead of: {describeFact(fact.offered)}
                </Text>
              </Stack>
            ) : (
              <FactValue
                key={fact.field}
                fact={fact}
                values={fact.offered}
                other={fact.current}
                changes={changes}
                tone={isMarked ? 'after' : undefined}
                isNamed={row.facts.length > 1}
              />
            ),
          )}
        </div>
      </Table.Td>
      <Table.Td data-label="Now">
        <div>
          {row.facts.map((fact) => (
            <FactValue
              key={fact.field}
              fact={fact}
              values={fact.current}
              other={fact.offered}
              changes={changes}
              tone={isMarked ? 'before' : undefined}
              isNamed={row.facts.length > 1}
            />
          ))}
          {sources.size > 0 && (
            <Text size="xs" c="dimmed">
              {[...sources.values()].map(({ name, trust }) => `${name} ${formatScore(trust)}`).join(', ')}
            </Text>
          )}
        </div>
      </Table.Td>
      <Table.Td data-label="On approval" data-old={approval.isOld || undefined}>
        <Stack gap={4} align="flex-start">
          {isOpen && row.isDecidable && own.length < row.facts.length ? (
            <ChoiceControl
              label={row.label}
              group={row.group}
              choice={choiceOf(row, draft)}
              isUndecided={isUndecided}
              hasCurrent={row.hasCurrent}
              onDecide={(choice) => onDecide(decideRow(row, draft, choice))}
            />
          ) : (
            changes.length === 0 && (
              <Badge color={OUTCOMES[row.outcome].color}>{OUTCOMES[row.outcome].label}</Badge>
            )
          )}
          {own.length > 0 && <Badge color="indigo">yours is written</Badge>}
          <ChangeLines
            changes={changes}
            isNamed={false}
            beside={{
              before: row.facts.flatMap(({ current }) => Object.values(current)),
              after: row.facts.flatMap((fact) => (own.includes(fact) ? [] : Object.values(fact.offered))),
            }}
          />
        </Stack>
      </Table.Td>
    </Table.Tr>
  );
}

/** Shows only the stated values of tables such as nutrition, and marks differences. */
function FactValue({
  fact,
  values,
  other,
  changes,
  tone,
  isNamed,
}: {
  fact: FactComparison;
  values: Record<string, unknown>;
  other: Record<string, unknown>;
  /** What approving changes; nothing while it is undecided. */
  changes: readonly ValueChange[];
  tone: 'before' | 'after' | undefined;
  isNamed: boolean;
}) {
  const only = Object.values(values)[0];
  const pictures = listPictures(only);
  if (pictures) return <PictureThumbs pictures={pictures} />;
  if (Object.keys(values).length === 1 && isTable(only)) {
    const counterpart = Object.values(other)[0];
    const others = isTable(counterpart) ? counterpart : {};
    // A key that only one side has stays, unless approving changes it.
    const isMarked = (key: string) =>
      changes.length > 0
        ? changes.some((change) => change.key === key)
        : key in others && JSON.stringify(only[key]) !== JSON.stringify(others[key]);
    return (
      <Stack gap={0}>
        {Object.entries(only).map(([key, value]) => (
          <div key={key}>
            {nameKey({ field: fact.field, key })}:{' '}
            <ValueText value={value} {...(tone && isMarked(key) ? { tone } : {})} />
          </div>
        ))}
      </Stack>
    );
  }
  const text = (
    <ValueText value={describeFact(values)} other={describeFact(other)} {...(tone ? { tone } : {})} />
  );
  if (!isNamed) return text;
  return (
    <div>
      <Text span inherit c="dimmed">
        {nameFact(fact.field)}:{' '}
      </Text>
      {text}
    </div>
  );
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readOwn(field: string, draft: SubmissionDraft): unknown {
  const overrides = draft.overrides as Record<string, unknown>;
  const parts = FACT_LIST.find((fact) => fact.field === field)?.parts ?? [field];
  return parts.length === 1
    ? overrides[field]
    : describeFact(Object.fromEntries(parts.map((part) => [part, overrides[part]])));
}
