import { connect, createServer, type Server, type Socket } from 'node:net';
import { findServerPort } from './server-port.ts';

export interface TcpProxy {
  /** The address it was made for, by way of this proxy. */
  url: string;
  connectionCount(): number;
  /** Cuts every connection and refuses new ones. */
  shut(): Promise<void>;
  /** Passes on nothing more, and loses nothing. */
  hold(): void;
  /** Passes everything on again, on the same port. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Stands between a client and a real server, to cut or to hold their connections. */
export async function createTcpProxy(targetUrl: string): Promise<TcpProxy> {
  const target = new URL(targetUrl);
  const clients = new Set<Socket>();
  let isHeld = false;
  let server: Server | undefined;
  const port = await findServerPort();

  const accept = (client: Socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    clients.add(client);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
        clients.delete(client);
      });
    }
    if (isHeld) client.pause();
  };
  const open = async () => {
    isHeld = false;
    for (const client of clients) client.resume();
    if (server) return;
    const opened = createServer(accept);
    server = opened;
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
  };
  const shut = async () => {
    const closing = server;
    server = undefined;
    for (const client of clients) client.destroy();
    await new Promise<void>((resolve) => {
      if (closing) closing.close(() => resolve());
      else resolve();
    });
  };
  await open();
  const url = new URL(targetUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    connectionCount: () => clients.size,
    shut,
    hold() {
      isHeld = true;
      for (const client of clients) client.pause();
    },
    open,
    close: shut,
  };
}
