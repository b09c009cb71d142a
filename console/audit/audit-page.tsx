import { Accordion, Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditListEntry } from '../../src/platform/audit/audit-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useListRead } from '../api/use-read.ts';
import { DifferenceTable } from '../parts/differences/difference-table.tsx';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { PageButtons } from '../parts/list/page-buttons.tsx';
import { formatCount } from '../parts/text/number-format.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { nameActor } from '../parts/text/name-actor.ts';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { buildAuditQuery, type AuditSearch } from './audit-search.ts';
import { ChainCheck } from './chain-check.tsx';
import { EntityLink, nameSubject } from './entity-link.tsx';

/** The audit log: who changed what, when, and the values before. */
export function AuditPage() {
  const search = useSearch({ from: '/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const isAdmin = useMayActAs('admin');
  const log = useListRead('/audit', {
    query: { ...buildAuditQuery(search), size: 50 },
  });
  const filter = (change: Partial<AuditSearch>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true });
  return (
    <>
      <PageHeader title="Audit log" note="Rows are only ever added, and each is chained to the one before" />
      {isAdmin && <ChainCheck />}
      <AuditFilters search={search} subject={log.data?.items[0]?.subject?.name} onFilter={filter} />
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
            <PageButtons {...log.data} onPage={(page) => filter({ page })} />
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
        <Group gap="sm" style={{ rowGap: 2 }}>
          <Text size="xs" c="dimmed" w={52} ta="right" className="code-text">
            {entry.seq}
          </Text>
          <Badge color="gray" style={{ flexShrink: 0 }}>
            {entry.action}
          </Badge>
          <Text size="sm" fw={500} truncate maw={420}>
            {nameSubject(entry)}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {nameActor(entry.actor_email, entry)}
          </Text>
          <Text size="sm" c="dimmed" component="div" ml="auto" pr="sm">
            <RelativeTime value={entry.at} />
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="xs">
          <Text size="sm" component="div">
            <EntityLink entry={entry} />
            {entry.entity_id && (
              <>
                {' · '}
                <TextLink to="/audit" search={{ entity: entry.entity, entity_id: entry.entity_id }}>
                  all about it
                </TextLink>
              </>
            )}
            {entry.request_id && (
              <Text span size="xs" c="dimmed">
                {' '}
                request {entry.request_id}
              </Text>
            )}
          </Text>
          {entry.erased ? (
            <Text size="sm" c="dimmed">
              What changed was erased on request; a later row says by whom.
            </Text>
          ) : (
            <DifferenceTable before={entry.before} after={entry.after} />
          )}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
