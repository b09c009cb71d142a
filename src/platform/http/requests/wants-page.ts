import type { Request } from 'express';

/** Returns whether a browser asks: `Accept` names HTML explicitly and prefers nothing else. */
export function wantsPage(request: Request): boolean {
  return (
    /\btext\/html\b/i.test(request.headers.accept ?? '') &&
    request.accepts(['text/html', 'application/json', 'application/linkset+json']) === 'text/html'
  );
}
