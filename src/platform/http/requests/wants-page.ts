import type { Request } from 'express';

/** Whether a browser asks: it names HTML, which programs that take anything do not, and wants nothing else more. */
export function wantsPage(request: Request): boolean {
  return (
    /\btext\/html\b/i.test(request.headers.accept ?? '') &&
    request.accepts(['text/html', 'application/json', 'application/linkset+json']) === 'text/html'
  );
}
