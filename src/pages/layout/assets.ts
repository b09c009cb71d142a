import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../assets', import.meta.url));

export interface Assets {
  folder: string;
  /** Where they are served: another release's files have other addresses, so that browsers may keep these for good. */
  path: string;
  /** @throws Error for a name that is none of them */
  addressOf: (name: string) => string;
}

/** The styles and scripts of the pages: files of `assets/`, served as they are. */
export function loadAssets(): Assets {
  const names = readdirSync(FOLDER);
  const hash = createHash('sha256');
  for (const name of names.toSorted()) hash.update(name).update(readFileSync(`${FOLDER}/${name}`));
  const path = `/assets/${hash.digest('hex').slice(0, 16)}`;
  return {
    folder: FOLDER,
    path,
    addressOf(name) {
      if (!names.includes(name)) throw new Error(`no file of the pages is called ${name}`);
      return `${path}/${name}`;
    },
  };
}
