import { UpstreamFault } from '../upstream-fault.ts';

export interface Release {
  name: string;
  url: string;
}

const RELEASE = /(?:href="([^"]*?))?(FoodData_Central_branded_food_csv_(\d{4}-\d{2}-\d{2})\.zip)/g;

/**
 * Finds the newest release of branded foods in a page or list of files.
 * @param address of the page, for relative links
 * @throws {UpstreamFault} the page names no release
 */
export function findNewestRelease(page: string, address: string): Release {
  const found = [...page.matchAll(RELEASE)].map(([, folder = '', name = '', date = '']) => ({
    name,
    date,
    href: folder + name,
  }));
  // Of a link and its text the link counts, which has the folder.
  const newest = found.toSorted((a, b) => b.date.localeCompare(a.date) || b.href.length - a.href.length)[0];
  if (!newest || !URL.canParse(newest.href, address))
    throw new UpstreamFault(`${address} names no release of branded foods`, 'file');
  return { name: newest.name, url: new URL(newest.href, address).href };
}
