/** The release, as the description of the API and the health page tell it. */
export const API_VERSION = '1.0.0';
