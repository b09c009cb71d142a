import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, unknown>;
  status: { code?: number; message?: string };
  /** All of it, to look for what must not be in it. */
  text: string;
}

export interface TraceCollector {
  url: string;
  spans: CollectedSpan[];
  /** Bodies that are not JSON. */
  binaries: { contentType: string; body: Buffer }[];
  /** The headers of the last export. */
  headers: Record<string, unknown>;
  close(): Promise<void>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes'> & { attributes?: Attribute[] })[] }[];
  }[];
}

/** Takes what OTLP/HTTP sends to `/v1/traces`, and reads it if it is JSON. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const binaries: TraceCollector['binaries'] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      collector.headers = request.headers;
      const body = Buffer.concat(parts);
      const contentType = request.headers['content-type'] ?? '';
      if (request.url !== '/v1/traces') {
        response.writeHead(404).end();
        return;
      }
      if (contentType === 'application/json')
        spans.push(...readSpans(JSON.parse(body.toString('utf8')) as Export));
      else binaries.push({ contentType, body });
      response.writeHead(200, { 'content-type': contentType }).end(contentType.includes('json') ? '{}' : '');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const collector: TraceCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    binaries,
    headers: {},
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return collector;
}

function readSpans({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(readAttributes(resource.attributes)['service.name']);
    return scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        parentSpanId: span.parentSpanId ?? '',
        service,
        attributes: readAttributes(span.attributes ?? []),
        text: JSON.stringify(span),
      })),
    );
  });
}

function readAttributes(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
