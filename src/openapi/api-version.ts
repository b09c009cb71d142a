import { readFileSync } from 'node:fs';

/** A build has a copy of package.json beside its `src`. */
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The release, as the description of the API and the health page tell it. */
export const API_VERSION = version;
