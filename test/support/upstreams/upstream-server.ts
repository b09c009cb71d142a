import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface UpstreamServer {
  /** The address of the folder of exports. */
  address: string;
  hostname: string;
  /** By path below `address`. */
  files: Map<string, Buffer | Handler>;
  /** Path and range of each request, in order. */
  requests: string[];
  /** Publishes a delta and its line in the index. */
  addDelta(from: number, to: number, rows: readonly object[]): string;
  /** Publishes the whole file. */
  setWhole(rows: readonly object[]): void;
  /** When files were last changed. */
  modified: Date;
  close(): Promise<void>;
}

export const WHOLE = 'openfoodfacts-products.jsonl.gz';
export const INDEX = 'delta/index.txt';

const gzipRows = (rows: readonly object[]) =>
  gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

/** Serves exports as static.openfoodfacts.org does: with ranges, ETags and an index of deltas, the newest first. */
export async function startUpstreamServer(): Promise<UpstreamServer> {
  const files: UpstreamServer['files'] = new Map();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/data\//, '');
    requests.push(`${path}${request.headers.range ? ` ${request.headers.range}` : ''}`);
    const file = files.get(path);
    if (file === undefined) response.writeHead(404).end('<html>not here</html>');
    else if (typeof file === 'function') file(request, response);
    else sendFile(request, response, file, upstream.modified);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const upstream: UpstreamServer = {
    address: `http://127.0.0.1:${port}/data/`,
    hostname: '127.0.0.1',
    files,
    requests,
    modified: new Date(),
    addDelta(from, to, rows) {
      const name = `openfoodfacts_products_${from}_${to}.json.gz`;
      files.set(`delta/${name}`, gzipRows(rows));
      const before = files.get(INDEX);
      files.set(INDEX, Buffer.from(`${name}\n${before instanceof Buffer ? before.toString() : ''}`));
      return name;
    },
    setWhole(rows) {
      files.set(WHOLE, gzipRows(rows));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return upstream;
}

/** Answers with a file as a static server does. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: Buffer,
  modified: Date,
): void {
  const etag = etagOf(file);
  const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  const start = from !== undefined && request.headers['if-range'] === etag ? Number(from) : 0;
  const headers = { etag, 'last-modified': modified.toUTCString() };
  if (start >= file.length && start > 0) {
    response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
    return;
  }
  const part = file.subarray(start);
  response.writeHead(start > 0 ? 206 : 200, {
    ...headers,
    'content-length': part.length,
    ...(start > 0 && { 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` }),
  });
  if (request.method === 'HEAD') response.end();
  else response.end(part);
}

/** Sends half of a file, and ends the connection when `until` resolves. */
export function breakOff(file: Buffer, until: () => Promise<unknown>): Handler {
  return (request, response) => {
    response.writeHead(200, { etag: etagOf(file), 'content-length': file.length });
    response.write(file.subarray(0, Math.floor(file.length / 2)));
    void until().finally(() => request.socket.destroy());
  };
}

const etagOf = (file: Buffer) => `"${createHash('sha256').update(file).digest('hex').slice(0, 16)}"`;
