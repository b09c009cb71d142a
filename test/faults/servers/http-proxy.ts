import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';

/** What a request gets instead of being passed on; undefined: it is passed on. */
export type Fault =
  { status: number; body: string; contentType?: string; headers?: Record<string, string> } | undefined;

export interface HttpProxy {
  url: string;
  /** Decides for each request, by its method, path and headers. */
  setFault(fault: (method: string, path: string, headers: IncomingHttpHeaders) => Fault): void;
  /** Changes the body of what is passed on. */
  setRewrite(rewrite: ((body: string) => string) | undefined): void;
  /** Requests that come from now on wait until `release`. */
  hold(): void;
  heldCount(): number;
  release(): void;
  close(): Promise<void>;
}

/** Stands before an HTTP server, to answer in its place, to change what it is sent, or to let requests wait. */
export async function createHttpProxy(targetUrl: string, port = 0): Promise<HttpProxy> {
  const target = new URL(targetUrl);
  let fault: (method: string, path: string, headers: IncomingHttpHeaders) => Fault = () => undefined;
  let rewrite: ((body: string) => string) | undefined;
  let isHolding = false;
  const held: (() => void)[] = [];

  const pass = (incoming: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const sent = rewrite ? Buffer.from(rewrite(body.toString())) : body;
    const { host: _, 'transfer-encoding': __, ...headers } = incoming.headers;
    const upstream = request(
      {
        hostname: target.hostname,
        port: target.port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...headers, 'content-length': String(sent.length) },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    upstream.on('error', () => response.destroy());
    upstream.end(sent);
  };
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const answer = fault(incoming.method ?? '', incoming.url ?? '', incoming.headers);
      if (answer) {
        response.writeHead(answer.status, {
          'content-type': answer.contentType ?? 'application/json',
          ...answer.headers,
        });
        response.end(answer.body);
        return;
      }
      const go = () => pass(incoming, response, Buffer.concat(chunks));
      if (isHolding) held.push(go);
      else go();
    });
    incoming.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    setFault: (decide) => (fault = decide),
    setRewrite: (change) => (rewrite = change),
    hold: () => (isHolding = true),
    heldCount: () => held.length,
    release() {
      isHolding = false;
      for (const go of held.splice(0)) go();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
