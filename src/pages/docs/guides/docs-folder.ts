/** The folder docs/ of this release; a build has a copy of it. */
export const DOCS_FOLDER = new URL('../../../../docs/', import.meta.url);
