import type { Request, RequestHandler, Response } from 'express';

/**
 * Runs the guards of an endpoint that is called internally, as its router would.
 * @throws the error of the first guard that refuses
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
