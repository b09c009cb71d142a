import { Badge, Code, Text } from '@mantine/core';
import type { Finding } from '../../src/doctor/doctor-contract.ts';
import { useListRead } from '../api/use-read.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Panel } from '../parts/panel.tsx';

/** The findings of `npm run doctor`, problems first. */
export function DoctorPanel() {
  const findings = useListRead('/findings', {});
  return (
    <Panel title="Doctor">
      <PagedTable<Finding>
        label="Findings"
        minWidth={320}
        state={findings}
        rowKey={(finding) => finding.says}
        empty={<Text size="sm">Nothing was looked at.</Text>}
        columns={[
          { header: 'Looked at', cell: (finding) => finding.check },
          {
            header: 'State',
            cell: ({ is_wrong: isWrong }) => (
              <Badge color={isWrong ? 'red' : 'teal'} miw="max-content">
                {isWrong ? 'wrong' : 'fine'}
              </Badge>
            ),
          },
          {
            header: 'Found',
            cell: (finding) => (
              <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
                {finding.says}
                {finding.remedy && (
                  <div>
                    What mends it: <Code>{finding.remedy}</Code>
                  </div>
                )}
              </Text>
            ),
          },
        ]}
      />
    </Panel>
  );
}
