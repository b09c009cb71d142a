import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stoppable } from '../../src/embedded/start-servers.ts';

/** Starts a collector of traces that forgets what it gets, on `parts` to be stopped; the settings of a process that sends to it. */
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
  return { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
