import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useMayActAs } from '../api/api-context.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { DoctorPanel } from './doctor-panel.tsx';
import { DumpsPanel } from './dumps-panel.tsx';
import { IndexPanel } from './index-panel.tsx';
import { ParkedPanel } from './parked-panel.tsx';
import { RebuildsPanel } from './rebuilds-panel.tsx';
import { RecomputesPanel } from './recomputes-panel.tsx';

/** Whether the search index agrees with the catalogue, and the jobs that work on it. */
export function OperationsPage() {
  const isAdmin = useMayActAs('admin');
  return (
    <>
      <PageHeader title="Queues and index" note="Whether search shows what the catalogue holds; kept live">
        {isAdmin && (
          <Button component="a" href="/console/queue-board" variant="default">
            Jobs of the queue
          </Button>
        )}
      </PageHeader>
      <Stack>
        <IndexPanel />
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <RebuildsPanel />
          <ParkedPanel />
        </SimpleGrid>
        <RecomputesPanel />
        <DumpsPanel />
        {isAdmin && <DoctorPanel />}
      </Stack>
    </>
  );
}
