import type { Request, RequestHandler, Response } from 'express';

/**
 * Passes the guards of an endpoint that is asked from within, as its router would.
 * @throws what the first guard that does not let the request through says
 */
export async function passGuards(
  guards: RequestHandler[],
  request: Request,
  response: Response,
): Promise<void> {
  for (const guard of guards) {
    await new Promise<void>((resolve, reject) => {
      const done = (error?: unknown) => (error ? reject(error) : resolve());
      Promise.resolve(guard(request, response, done)).catch(reject);
    });
  }
}
