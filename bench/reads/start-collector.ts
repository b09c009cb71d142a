import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stoppable } from '../../src/embedded/start-servers.ts';

/**
 * Starts a collector of traces that forgets what it gets, on `parts` to be stopped. Returns the settings of a process that
 * sends to it, with the `OTEL_*` settings of this one.
 */
export async function startCollector(parts: Stoppable[]): Promise<NodeJS.ProcessEnv> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => void response.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const kill = () => {
    server.close();
    server.closeAllConnections();
  };
  parts.push({ stop: async () => kill(), kill });
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('OTEL_'));
  return {
    ...Object.fromEntries(given),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
}
