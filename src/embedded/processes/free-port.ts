import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The port when it can be listened on, for 0 any free one.
 * @throws {NodeJS.ErrnoException} EADDRINUSE, EACCES or EADDRNOTAVAIL, when it cannot
 */
export async function probePort(port: number, host: string): Promise<number> {
  const server = createServer();
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return address.port;
}

/** A port of 127.0.0.1 that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  return await probePort(0, '127.0.0.1');
}
