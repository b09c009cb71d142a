import { createSendGate, type SendGate } from '../drain/send-gate.ts';
import type { IndexEngine } from '../engines/index-engine.ts';

/** An engine that holds a copy of the index, and what the copy is called. */
export interface NamedEngine extends IndexEngine {
  name: string;
}

/** A copy of the index, and all that the writer knows of it. */
export interface KeptCopy extends NamedEngine {
  gate: SendGate;
  /**
   * `serving`: it has every document but those of marked products. `returning`: it gets what is dirty, and what it missed.
   * `empty`: it has to be filled, or is being filled. `away`: it gets nothing until it answers.
   */
  standing: 'serving' | 'returning' | 'empty' | 'away';
  /** Of its live index; undefined until that has been looked at. */
  createdAt: string | undefined;
  /** Whether this writer has looked at it. */
  isKnown: boolean;
  /** Why it is to be built anew; undefined when it is as it should be. */
  rebuildReason: string | undefined;
  mayHaveLeftover: boolean;
  /** The last change that it has taken, while it does not get all; undefined: nobody knows what it lacks. */
  missedFrom: number | undefined;
  /** The last change that its new index has taken, when that is to take the place of the live one. */
  filledUntil: number | undefined;
  /** Marks of these versions are to be gone before a returning copy serves again. */
  owed: { after: number; until: number };
  /** The first failure since it answered last. */
  failingSince: number | undefined;
  /** In a row, and when it serves again after how long it is tried. */
  failures: number;
  servingSince: number;
  tryAt: number;
  /** Whether a look at it, while it is away, is under way or has gone well. */
  probe: 'none' | 'asked' | 'answered';
}

export function createKeptCopy(engine: NamedEngine, signal: AbortSignal): KeptCopy {
  return {
    ...engine,
    gate: createSendGate(engine.live, signal),
    standing: 'away',
    createdAt: undefined,
    isKnown: false,
    rebuildReason: undefined,
    mayHaveLeftover: true,
    missedFrom: undefined,
    filledUntil: undefined,
    owed: { after: 0, until: 0 },
    failingSince: undefined,
    failures: 0,
    servingSince: 0,
    tryAt: 0,
    probe: 'none',
  };
}
