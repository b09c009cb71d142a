import { Accordion, Badge, Group, Pagination, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditListEntry } from '../../src/operators/audit/audit-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useListRead } from '../api/use-read.ts';
import { DifferenceTable } from '../parts/differences/difference-table.tsx';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { FilterField } from '../parts/filter-field.tsx';
import { formatCount } from '../parts/text/number-format.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { buildAuditQuery, type AuditSearch } from './audit-search.ts';
import { ChainCheck } from './chain-check.tsx';
import { EntityLink } from './entity-link.tsx';

const SIZE = 50;

/** Every write that mattered: who, what, when, and what was before. */
export function AuditPage() {
  const search = useSearch({ from: '/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const isAdmin = useMayActAs('admin');
  const log = useListRead('/audit', {
    query: {
      ...buildAuditQuery(search),
      size: SIZE,
    },
  });
  const filter = (change: Partial<AuditSearch>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true });
  return (
    <>
      <PageHeader title="Audit log" note="Rows are only ever added, and each is chained to the one before" />
      {isAdmin && <ChainCheck />}
      <Group gap="xs" mb="sm">
        <FilterField
          label="Who (e-mail, cli, …)"
          value={search.actor}
          onFilter={(actor) => filter({ actor })}
        />
        <FilterField
          label="Action, as product.updated"
          value={search.action}
          onFilter={(action) => filter({ action })}
        />
        <FilterField
          label="Entity, as product"
          w={150}
          value={search.entity}
          onFilter={(entity) => filter({ entity })}
        />
        <FilterField
          label="Id of the entity"
          w={150}
          value={search.entity_id}
          onFilter={(id) => filter({ entity_id: id })}
        />
        <TextInput
          aria-label="From"
          leftSection={<Text size="xs">from</Text>}
          leftSectionWidth={48}
          type="date"
          value={search.from ?? ''}
          onChange={(event) => filter({ from: event.currentTarget.value || undefined })}
        />
        <TextInput
          aria-label="To"
          leftSection={<Text size="xs">to</Text>}
          leftSectionWidth={36}
          type="date"
          value={search.to ?? ''}
          onChange={(event) => filter({ to: event.currentTarget.value || undefined })}
        />
      </Group>
      {log.error && !log.data && <ProblemNotice problem={log.error} onRetry={() => void log.refetch()} />}
      {log.isPending && <Skeleton height={480} />}
      {log.data?.total === 0 && <EmptyNotice title="No row fits" />}
      {log.data && log.data.total > 0 && (
        <>
          <Accordion multiple chevronPosition="left" styles={{ label: { paddingBlock: 8 } }}>
            {log.data.items.map((entry) => (
              <AuditRow key={entry.seq} entry={entry} />
            ))}
          </Accordion>
          <Group justify="space-between" mt="sm">
            <Text size="sm" c="dimmed">
              {formatCount(log.data.total)} in all
            </Text>
            {log.data.total > SIZE && (
              <Pagination
                size="sm"
                total={Math.ceil(log.data.total / SIZE)}
                value={search.page ?? 1}
                onChange={(page) => filter({ page })}
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
              />
            )}
          </Group>
        </>
      )}
    </>
  );
}

function AuditRow({ entry }: { entry: AuditListEntry }) {
  return (
    <Accordion.Item value={String(entry.seq)}>
      <Accordion.Control>
        <Group gap="sm" wrap="nowrap">
          <Text size="xs" c="dimmed" w={64} ta="right" className="code-text">
            {entry.seq}
          </Text>
          <Badge color="gray" style={{ flexShrink: 0 }}>
            {entry.action}
          </Badge>
          <Text size="sm" truncate>
            {entry.actor_email ?? entry.actor}
          </Text>
          <Text size="sm" c="dimmed" component="div" ml="auto" pr="sm">
            <RelativeTime value={entry.at} />
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="xs">
          <Text size="sm" component="div">
            <EntityLink entity={entry.entity} id={entry.entity_id} />
            {entry.request_id && (
              <Text span size="xs" c="dimmed">
                {' '}
                request {entry.request_id}
              </Text>
            )}
          </Text>
          <DifferenceTable before={entry.before} after={entry.after} />
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
