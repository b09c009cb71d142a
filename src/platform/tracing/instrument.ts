import http, { ServerResponse, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import type { Request, Response } from 'express';
import pg from 'pg';
import { hideSecrets } from '../http/requests/describe-request.ts';
import { routeOf } from '../http/requests/matched-route.ts';

const UNTRACED = /^\/(healthz|readyz|metrics)(?![^?])/;

// The instrumentations patch modules when Node loads them. It does not load those that are in the bundle, and has
// loaded `http` before: `init` gives the patches, and they are applied here.

class HttpSpans extends HttpInstrumentation {
  apply(): void {
    const [ofHttps, ofHttp] = this.init();
    ofHttp.patch?.(http);
    ofHttps.patch?.(https);
    // For `import { request } from 'node:http'`.
    syncBuiltinESMExports();
  }
}

class PgSpans extends PgInstrumentation {
  apply(): void {
    const [ofPg] = this.init();
    ofPg?.patch?.(pg);
  }
}

/**
 * Makes spans of requests, statements and outgoing calls. They show what the log shows at `info`: neither the address nor
 * the browser of a caller, no query strings, and no values of statements.
 */
export function instrument(): void {
  new HttpSpans({
    enabled: false,
    ignoreIncomingRequestHook: ({ url }) => UNTRACED.test(url ?? ''),
    startIncomingSpanHook: ({ url }) => ({
      'url.path': withoutQuery(url ?? ''),
      'url.query': undefined,
      'client.address': undefined,
      'network.peer.address': undefined,
      'network.peer.port': undefined,
      'user_agent.original': undefined,
    }),
    startOutgoingSpanHook: ({ protocol, hostname, host, port, path }: RequestOptions) => ({
      'url.full': `${protocol ?? 'http:'}//${hostname ?? host}${port ? `:${port}` : ''}${withoutQuery(path ?? '')}`,
    }),
    applyCustomAttributesOnSpan(span, request, response) {
      if (!(response instanceof ServerResponse)) return;
      const { method } = request as IncomingMessage;
      const route = routeOf(request as Request, response as Response);
      if (route === 'none') return;
      span.updateName(`${method} ${route}`).setAttribute('http.route', route);
    },
    // A caller knows its answer by this id.
    headersToSpanAttributes: { server: { responseHeaders: ['x-request-id'] } },
  }).apply();
  new PgSpans({
    enabled: false,
    ignoreConnectSpans: true,
    requestHook(span) {
      // Postgres quotes values in its messages. The event of the error has its code.
      const setStatus = span.setStatus.bind(span);
      span.setStatus = ({ code }) => setStatus({ code });
    },
  }).apply();
  // Listens to the channels of undici, which Node's `fetch` is too.
  new UndiciInstrumentation({
    startSpanHook({ origin, path, headers }) {
      // The path of a webhook is often its secret.
      const shown = headers.includes('webhook-id') ? '/' : withoutQuery(path);
      return { 'url.full': `${origin}${shown}`, 'url.path': shown, 'url.query': undefined };
    },
  }).enable();
}

function withoutQuery(url: string): string {
  return hideSecrets(url.split('?', 1)[0] ?? '');
}
