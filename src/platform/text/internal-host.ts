/** Names of one machine or of one network (RFC 6761, 6762, 8375, and `internal`, which ICANN reserves for them). */
const INNER_ENDS = ['localhost', 'local', 'internal', 'home.arpa'];

/** Returns whether a host name means something inside one network only. Names of a single word do. */
export function isInternalHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || INNER_ENDS.some((end) => name.endsWith(`.${end}`));
}
