/** Versions of their interface that answer alike. */
export const VERSIONS = ['v0', 'v1', 'v2'];
export const VERSIONS_3 = ['v3', 'v3.0', 'v3.1', 'v3.2', 'v3.3', 'v3.4'];

/** Their cookie of a session. Here its value is a key. */
export const SESSION_COOKIE = 'session';
