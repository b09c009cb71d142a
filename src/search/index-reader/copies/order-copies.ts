import { hash } from 'node:crypto';

/**
 * Copies in the order in which a search asks them. Each search has an order of its own, so that all copies have as much to
 * do, and keeps it: when a copy leaves, only its own searches go to another (rendezvous hashing).
 */
export function orderCopies<Copy extends { name: string }>(copies: Copy[], search: string): Copy[] {
  if (copies.length < 2) return copies;
  return copies
    .map((copy) => ({ copy, weight: hash('md5', `${copy.name}\n${search}`) }))
    .toSorted((a, b) => (a.weight < b.weight ? -1 : 1))
    .map(({ copy }) => copy);
}
