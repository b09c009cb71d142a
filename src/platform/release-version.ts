import release from '../../package.json' with { type: 'json' };

/** The release, as the description of the API and the health page tell it. */
export const RELEASE_VERSION = release.version;
