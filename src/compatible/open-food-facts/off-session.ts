/** Their cookie of a session. Here its value is a key. */
export const SESSION_COOKIE = 'session';
