/**
 * Returns the /48 of an IPv6 /64 bucket (see `clientBucket`). One customer may own a /48, and with it 65,536 buckets.
 * Undefined for IPv4, where one customer owns few addresses.
 */
export function networkBucketOf(addressBucket: string): string | undefined {
  if (!addressBucket.endsWith('::/64')) return undefined;
  return `${addressBucket.split(':').slice(0, 3).join(':')}::/48`;
}
