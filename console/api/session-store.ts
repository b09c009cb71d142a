import type { Me } from '../../src/access/operators/operator-contract.ts';

export interface SessionState {
  /** The signed-in operator; null without a session. Undefined until the service has answered. */
  session: Me | null | undefined;
  /** The session ended while the operator was at work: the page stays as it is and waits for a new session. */
  hasEnded: boolean;
}

export interface SessionStore {
  read: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** Starts a session, or records one that the service reported. */
  begin: (session: Me) => void;
  /** Records that there is no session and that no page waits for one. */
  clear: () => void;
  /** Marks the session as ended. Resolves when the operator has signed in again. */
  waitForNext: () => Promise<void>;
}

/** Holds the signed-in operator, for the API client and the components. */
export function createSessionStore(): SessionStore {
  let state: SessionState = { session: undefined, hasEnded: false };
  let waiting: (() => void)[] = [];
  const listeners = new Set<() => void>();
  const change = (next: SessionState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin: (session) => {
      change({ session, hasEnded: false });
      const resolvers = waiting;
      waiting = [];
      for (const resolve of resolvers) resolve();
    },
    clear: () => change({ session: null, hasEnded: false }),
    waitForNext: () => {
      if (!state.hasEnded) change({ ...state, hasEnded: true });
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
