import { pathToFileURL } from 'node:url';
import { RELEASE } from '../../../platform/release.ts';

/** The folder docs/ of this release. */
export const DOCS_FOLDER = pathToFileURL(`${RELEASE}/docs/`);
