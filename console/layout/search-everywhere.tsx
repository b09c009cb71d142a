import type { NavigationArea } from './navigation-areas.ts';

export const SEARCH_FIELD_ID = 'search-everywhere';

export function SearchEverywhere(_props: { areas: NavigationArea[] }) {
  return null;
}
