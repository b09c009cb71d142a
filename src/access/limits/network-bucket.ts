/**
 * The /48 that the /64 of an IPv6 address (see `clientBucket`) lies in: one customer may hold as much, and with it 65,536
 * buckets. Undefined for IPv4, whose addresses are dear.
 */
export function networkBucketOf(addressBucket: string): string | undefined {
  if (!addressBucket.endsWith('::/64')) return undefined;
  return `${addressBucket.split(':').slice(0, 3).join(':')}::/48`;
}
