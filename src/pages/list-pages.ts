import { homePage } from './home/home-page.tsx';
import type { PageRoute } from './page.ts';

/** Every page, in the order in which addresses are matched. */
export function listPages(): PageRoute[] {
  return [homePage];
}
