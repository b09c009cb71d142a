import type { Request, Response } from 'express';

/**
 * Sends a value as JSON with its ETag: 304 without a body where the caller has it. A quota that was left for later is taken
 * here, unless the answer is a 304.
 * @throws ApiError `quota_exhausted`
 */
export async function sendJson(request: Request, response: Response, body: unknown): Promise<void> {
  if (!request.laterQuota) {
    response.json(body);
    return;
  }
  const text = JSON.stringify(body);
  const buildTag = request.app.get('etag fn') as (text: string, encoding: 'utf8') => string;
  response.type('json').set('ETag', buildTag(text, 'utf8'));
  if (!request.fresh) await request.laterQuota.settle();
  response.send(text);
}
