import { Button, SimpleGrid, Skeleton } from '@mantine/core';
import type { IndexStatus } from '../../src/search/index/index-admin-contract.ts';
import { useLiveInterval } from '../api/use-live-interval.ts';
import { useRead } from '../api/use-read.ts';
import { useWrite } from '../api/use-write.ts';
import { formatCount } from '../parts/text/number-format.ts';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { formatDuration } from '../parts/text/time-format.ts';
import { Figure } from '../parts/figure.tsx';

const LIVE_MS = 3_000;
const MUCH_LAG_SECONDS = 10;

export function IndexPanel() {
  const refetchInterval = useLiveInterval(LIVE_MS);
  const status = useRead('/index/status', {}, { refetchInterval });
  const reconcile = useWrite({
    write: (api) => api.post('/index/reconciles'),
    done: () => 'Catalogue and index are compared; every difference is put right',
    refresh: [['index']],
    failed: 'The comparison is not started',
  });
  if (status.error && !status.data)
    return <ProblemNotice problem={status.error} onRetry={() => void status.refetch()} />;
  return (
    <Panel
      title="Index"
      actions={
        <Button variant="default" loading={reconcile.isPending} onClick={() => reconcile.mutate()}>
          Compare with the catalogue
        </Button>
      }
    >
      {status.data ? <Figures status={status.data} /> : <Skeleton height={84} />}
    </Panel>
  );
}

function Figures({ status }: { status: IndexStatus }) {
  const { engine, indexer, last_reconcile: reconcile } = status;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="xs">
      <Figure
        label="Engine"
        value={engine.name}
        note={
          engine.breakers_open.length > 0
            ? `kept away from: ${engine.breakers_open.join(', ')}`
            : engine.is_available
              ? 'answers'
              : 'does not answer; Postgres does'
        }
        isWrong={!engine.is_available || engine.breakers_open.length > 0}
      />
      <Figure
        label="Indexer"
        value={indexer.is_running ? 'running' : 'not running'}
        note={
          <>
            seen <RelativeTime value={indexer.last_seen_at} />
          </>
        }
        isWrong={!indexer.is_running}
      />
      <Figure label="Waiting" value={formatCount(status.dirty)} note="changes not in the index yet" />
      <Figure
        label="Lag"
        value={formatDuration(status.lag_seconds)}
        note="age of the oldest of them"
        isWrong={status.lag_seconds > MUCH_LAG_SECONDS}
      />
      <Figure
        label="Parked"
        value={formatCount(status.parked)}
        note="documents the engine refuses"
        isWrong={status.parked > 0}
      />
      <Figure
        label="Drift"
        value={status.drift === null ? '–' : formatCount(status.drift)}
        note={
          reconcile?.finished_at ? (
            <>
              found <RelativeTime value={reconcile.finished_at} />
            </>
          ) : (
            'not compared yet'
          )
        }
        isWrong={(status.drift ?? 0) > 0}
      />
    </SimpleGrid>
  );
}
