import type { Me } from '../../src/access/operators/operator-contract.ts';

export interface SessionState {
  /** Who is signed in; null: nobody is. Undefined until the service has said. */
  session: Me | null | undefined;
  /** The session ended while the operator was at work: what is on the page stays, and waits for a new one. */
  hasEnded: boolean;
}

export interface SessionStore {
  read: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  /** A session begins, or is found. */
  begin: (session: Me) => void;
  /** Nobody is signed in, and nothing waits for it. */
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
