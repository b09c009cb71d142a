/** The most connections of each pool to Postgres. docs/deploy.md#connections has their sums for each process. */
export const POOL_SIZES = {
  /** Public reads of an API process. Searches use eight at most: four with a code, four with a text. */
  reads: 16,
  console: 6,
  limits: 3,
  /** A standby and its primary are watched by one connection each. */
  replicaWatch: 1,
  /** Shared by the index, the change feed and webhooks. */
  indexer: 6,
  /** Without Redis, of each queue that a process sends to, and of each that it hears. */
  queueSender: 2,
  queueWorker: 3,
};
