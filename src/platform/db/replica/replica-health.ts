import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import { READ_OUTCOMES, type ReadOutcome, type ReadReplica } from './read-replica.ts';

type Watched = Pick<ReadReplica, 'isUsable' | 'lagMs' | 'problem'>;

/** Readiness check: degraded while the replica is not used, because the primary then answers everything. */
export function createReplicaCheck(replica: Watched) {
  return {
    name: 'read_replica',
    required: false,
    run: () => Promise.resolve(replica),
    detail({ lagMs, isUsable }: Watched) {
      const lag = lagMs();
      return { is_used: isUsable(), lag_ms: lag === undefined ? null : Math.round(lag) };
    },
    judge({ problem }: Watched) {
      const found = problem();
      if (found !== undefined) throw new Error(found);
    },
  };
}

/** Counts reads by outcome. */
export function countReplicaReads(registry: Registry): (outcome: ReadOutcome) => void {
  const reads = new Counter({
    name: 'factshelf_replica_reads_total',
    help: 'Public reads of Postgres: answered by the replica, or by the primary because it was not usable, failed, or found nothing',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of READ_OUTCOMES) reads.inc({ outcome }, 0);
  return (outcome) => reads.inc({ outcome });
}

/** Exposes whether the replica is used, and its maximum lag. */
export function measureReplica(registry: Registry, replica: Watched): void {
  const used = new Gauge({
    name: 'factshelf_replica_used',
    help: '1 while public reads go to the read replica, 0 while the primary answers all',
    registers: [registry],
    collect() {
      used.set(replica.isUsable() ? 1 : 0);
    },
  });
  const lag = new Gauge({
    name: 'factshelf_replica_lag_seconds',
    help: 'How old at most what the read replica shows is; NaN while it does not answer',
    registers: [registry],
    collect() {
      lag.set((replica.lagMs() ?? Number.NaN) / 1_000);
    },
  });
}
