import type { SentLane } from '../drain/drain-outbox.ts';

/** The most products remembered of a lane. The full comparison checks the others. */
const MOST = 1_000;

/** Remembers products that were written lately and not compared since. */
export interface RecentWrites {
  note(lane: SentLane, productIds: string[]): void;
  /** Returns the products and forgets them. */
  take(): string[];
}

export function createRecentWrites(): RecentWrites {
  const lanes: Record<SentLane, Set<string>> = { people: new Set(), refused: new Set(), many: new Set() };
  return {
    note(lane, productIds) {
      const noted = lanes[lane];
      for (const id of productIds.slice(0, MOST - noted.size)) noted.add(id);
    },
    take() {
      const taken = new Set(Object.values(lanes).flatMap((noted) => [...noted]));
      for (const noted of Object.values(lanes)) noted.clear();
      return [...taken];
    },
  };
}
