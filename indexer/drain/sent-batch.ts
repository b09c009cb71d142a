import type { Lane } from '../../src/index/outbox-store.ts';
import type { KeptCopy } from '../copies/kept-copy.ts';
import { statusOf } from '../engines/engine-error.ts';
import type { IndexWriter } from '../engines/index-engine.ts';
import type { Batch } from './build-batch.ts';

/** An index that gets what is dirty. */
export interface Target {
  index: IndexWriter;
  copy: KeptCopy;
}

/** `refused`: a group out of a refused batch. */
export type SentLane = Lane | 'refused';

/** What was sent and is not answered for. */
export interface SentBatch extends Pick<Batch, 'marks' | 'deletions' | 'documentCount'> {
  lane: SentLane;
  tasks: (Target & { uid: number })[];
  sentAt: number;
  /** When the first copy had taken it. */
  takenAt?: number;
}

/** Whether the engine cannot take what was sent, whatever copy it is sent to. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status === 400 || status === 413;
}
