import { Alert, List, Progress, Table, Text } from '@mantine/core';
import type { z } from 'zod';
import type { qualitySchema } from '../../src/quality/quality-contract.ts';
import { formatScore, formatShare } from '../parts/text/number-format.ts';

type Quality = Pick<z.output<typeof qualitySchema>, 'parts' | 'failed_checks' | 'penalty'>;

/** The parts of a quality score, and its penalty. */
export function QualityParts({ quality: { parts, failed_checks: failed, penalty } }: { quality: Quality }) {
  return (
    <>
      <Table aria-label="Parts of the score">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Part</Table.Th>
            <Table.Th w={120}>Complete</Table.Th>
            <Table.Th ta="right">Trust</Table.Th>
            <Table.Th ta="right">Earns</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parts.map((part) => (
            <Table.Tr key={part.field}>
              <Table.Td>
                {part.field.replaceAll('_', ' ')}
                {part.missing.length > 0 && (
                  <Text size="xs" c="dimmed">
                    missing: {part.missing.join(', ')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Progress
                  value={part.completeness * 100}
                  color="teal"
                  aria-label={`${part.field} is complete`}
                />
                <Text size="xs">{formatShare(part.completeness)}</Text>
              </Table.Td>
              <Table.Td ta="right">{formatScore(part.trust)}</Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {part.earned.toFixed(3)} of {part.weight.toFixed(3)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {failed.length > 0 && (
        <Alert color="orange" mt="sm" title={`This cannot be right (−${formatScore(penalty)})`}>
          <List size="sm">
            {failed.map(({ check, message }) => (
              <List.Item key={check}>{message}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}
