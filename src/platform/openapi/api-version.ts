import release from '../../../package.json' with { type: 'json' };

/** The release, as shown in the OpenAPI description and by the health check. */
export const API_VERSION = release.version;
