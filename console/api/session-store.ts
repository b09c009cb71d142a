import type { Me } from '../../src/access/operators/operator-contract.ts';

export interface SessionState {
  /** The signed-in operator; null without a session. Undefined until the service has answered. */
  session: Me | null | undefined;
  /** The session ended while the operator was at work: the page stays as it is, and waits for a new session. */
  hasEnded: boolean;
}

export interface SessionStore {
  read: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** A session begins, or is found. */
  begin: (session: Me) => void;
  /** There is no session, and no page waits for one. */
  clear: () => void;
  /** The service no longer knows the session: resolves when the operator has signed in again. */
  waitForNext: () => Promise<void>;
}

/** Who is signed in, for the API client and the components alike. */
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
