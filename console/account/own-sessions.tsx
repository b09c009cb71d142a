import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import { useWrite } from '../api/use-write.ts';
import { countOf } from '../parts/text/number-format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Panel } from '../parts/panel.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';

export function OwnSessions() {
  const api = useApi();
  const sessions = useQuery({
    queryKey: ['own-sessions'],
    queryFn: ({ signal }) => api.get('/me/sessions', {}, { signal }),
  });
  const end = useWrite<void, { ended: number }>({
    write: (client) => client.delete('/me/sessions'),
    done: ({ ended }) => `${countOf(ended, 'other session')} ended`,
    refresh: [['own-sessions']],
    failed: 'The other sessions go on',
  });
  return (
    <Panel
      title="Where you are signed in"
      actions={
        <Button
          variant="default"
          onClick={() => end.mutate()}
          loading={end.isPending}
          disabled={(sessions.data?.items.length ?? 0) < 2}
        >
          Sign out everywhere else
        </Button>
      }
    >
      <PagedTable
        label="Sessions"
        minWidth={320}
        state={sessions}
        rowKey={(item) => item.created_at}
        empty={null}
        columns={[
          { header: 'Since', cell: (item) => <RelativeTime value={item.created_at} /> },
          { header: 'Last used', cell: (item) => <RelativeTime value={item.last_seen_at} /> },
          { header: 'Ends', cell: (item) => <RelativeTime value={item.expires_at} /> },
          { header: '', cell: (item) => item.is_current && <Badge color="teal">this one</Badge> },
        ]}
      />
    </Panel>
  );
}
