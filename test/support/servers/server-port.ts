import { randomInt } from 'node:crypto';
import { probePort } from '../../../src/embedded/processes/free-port.ts';

/**
 * A free port below those that the system gives out by itself: nothing that asks for any port, as each request of a
 * test may, takes it while a server starts, or starts again.
 */
export async function findServerPort(): Promise<number> {
  for (;;) {
    const port = await probePort(randomInt(20_000, 30_000), '127.0.0.1').catch(() => undefined);
    if (port !== undefined) return port;
  }
}
