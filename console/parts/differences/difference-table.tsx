import { Table, Text } from '@mantine/core';
import { ValueText } from '../text/value-text.tsx';

/** The values before and after, by field. */
export function DifferenceTable({ before, after }: { before: Values; after: Values }) {
  const differences = listDifferences(before, after);
  if (differences.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing is noted of what changed.
      </Text>
    );
  }
  return (
    <Table layout="fixed" fz="sm" verticalSpacing={4} aria-label="Differences">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="22%">Field</Table.Th>
          <Table.Th>Before</Table.Th>
          <Table.Th>After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {differences.map(({ field, before: was, after: is }) => (
          <Table.Tr key={field}>
            <Table.Td style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>{field}</Table.Td>
            <Table.Td style={{ verticalAlign: 'top' }}>
              <ValueText value={was} tone="before" other={is} />
            </Table.Td>
            <Table.Td style={{ verticalAlign: 'top' }}>
              <ValueText value={is} tone="after" other={was} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface Difference {
  field: string;
  before: unknown;
  after: unknown;
}

type Values = Record<string, unknown> | null | undefined;

/** Returns the fields in which two states differ; one level of nested tables is named `table.key`. */
export function listDifferences(before: Values, after: Values): Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((field) => {
    const [was, is] = [before?.[field], after?.[field]];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    if (isTable(was) && isTable(is)) {
      return listDifferences(was, is).map((inner) => ({ ...inner, field: `${field}.${inner.field}` }));
    }
    return [{ field, before: was, after: is }];
  });
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
