import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Me } from '../../src/access/operators/operator-contract.ts';
import { mayActAs, type Role } from '../../src/platform/http/callers/operator.ts';
import type { ApiClient } from './api-client.ts';
import type { SessionState } from './session-store.ts';

const ApiContext = createContext<ApiClient | undefined>(undefined);

export const ApiProvider = ApiContext.Provider;

export function useApi(): ApiClient {
  const api = useContext(ApiContext);
  if (!api) throw new Error('there is no API client above this component');
  return api;
}

export function useSessionState(): SessionState {
  const { session } = useApi();
  return useSyncExternalStore(session.subscribe, session.read);
}

/** Returns the signed-in operator; only for components that are shown after sign-in. */
export function useOperator(): Me {
  const { session } = useSessionState();
  if (!session) throw new Error('there is no session');
  return session;
}

/** Returns whether the operator has this role or a higher one. Actions that he may not do are hidden. */
export function useMayActAs(role: Role): boolean {
  return mayActAs(useOperator().role, role);
}
