/** Suffixes of names of one machine or network (RFC 6761, 6762, 8375, and `internal`, which ICANN reserves). */
const INNER_ENDS = ['localhost', 'local', 'internal', 'home.arpa'];

/** Returns whether a host name is only valid within one network, as all single-word names are. */
export function isInternalHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || INNER_ENDS.some((end) => name.endsWith(`.${end}`));
}
