import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns the port if it can be listened on; for 0, any free one.
 * @throws {NodeJS.ErrnoException} EADDRINUSE, EACCES or EADDRNOTAVAIL otherwise
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

/** Returns a port of 127.0.0.1 that is free at the moment. */
export async function findFreePort(): Promise<number> {
  return await probePort(0, '127.0.0.1');
}
