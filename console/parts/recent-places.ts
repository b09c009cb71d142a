import { useEffect } from 'react';
import * as z from 'zod/mini';
import { useOperator } from '../api/api-context.ts';

const places = z.array(z.object({ path: z.string(), title: z.string() }));

export type RecentPlace = z.output<typeof places>[number];

const MAX_PLACES = 8;
const BASE = '/console';
/** Detail pages only: lists are always within reach. */
const OF_ONE = /^\/(products|brands|keys|kinds)\/(?!new$)[^/]+$/;

/** Records the detail page in the operator's list of recent pages, in this browser. */
export function useNotedPlace(title: string): void {
  const { id } = useOperator();
  useEffect(() => {
    const path = globalThis.location.pathname.slice(BASE.length);
    if (!OF_ONE.test(path)) return;
    const others = listRecentPlaces(id).filter((place) => place.path !== path);
    const noted = [{ path, title }, ...others].slice(0, MAX_PLACES);
    globalThis.localStorage.setItem(keyOf(id), JSON.stringify(noted));
  }, [id, title]);
}

/** Returns the operator's recent pages, newest first. */
export function listRecentPlaces(operatorId: string): RecentPlace[] {
  try {
    return z.parse(places, JSON.parse(globalThis.localStorage.getItem(keyOf(operatorId)) ?? '[]'));
  } catch {
    return [];
  }
}

const keyOf = (operatorId: string) => `recent-places:${operatorId}`;
