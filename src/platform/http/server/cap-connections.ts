import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { bucketOf } from '../callers/client-address.ts';

export type RefusedBecause = 'address' | 'all';

export interface ConnectionCap {
  /** What one address may hold open at once, as `bucketOf` counts addresses. */
  perAddress: number;
  /** Everybody's callers come through a proxy that is configured: it may hold as many as there are. */
  isProxy: (address: string) => boolean;
  /** `address`: one address holds too many; `all`: the server holds `maxConnections`. */
  onRefused: (because: RefusedBecause) => void;
}

/** Keeps one address from holding every connection there is: connections beyond its share are closed at once. */
export function capConnections(server: Server, { perAddress, isProxy, onRefused }: ConnectionCap): void {
  const open = new Map<string, number>();
  server.on('drop', () => onRefused('all'));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Undefined: it has gone already.
    const address = bucketOf(remoteAddress);
    if (remoteAddress === undefined || address === undefined || isProxy(remoteAddress)) return;
    const held = (open.get(address) ?? 0) + 1;
    if (held > perAddress) {
      onRefused('address');
      socket.destroy();
      return;
    }
    open.set(address, held);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}
