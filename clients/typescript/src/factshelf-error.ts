import type { components } from './schema.js';

type Envelope = components['schemas']['Error'];

export type ErrorCode = Envelope['error']['code'];

/** The service, or what is in front of it, refused a call. */
export class FactshelfError extends Error {
  override name = 'FactshelfError';
  /** Of HTTP. */
  readonly status: number;
  /** What programs decide by; undefined where the answer is not of the service, but of a proxy before it. */
  readonly code: ErrorCode | undefined;
  /** Under which the service has noted the call: name it when you report a fault. */
  readonly requestId: string | undefined;
  /** What more there is to say, by code. */
  readonly details: Record<string, unknown>;

  /** `body`: of the answer, parsed if it is JSON. */
  constructor(response: Response, body: unknown) {
    const error = isEnvelope(body) ? body.error : undefined;
    super(error?.message ?? `HTTP ${response.status}`);
    this.status = response.status;
    this.code = error?.code;
    this.requestId = error?.request_id ?? response.headers.get('X-Request-Id') ?? undefined;
    this.details = error?.details ?? {};
  }
}

function isEnvelope(body: unknown): body is Envelope {
  return (
    typeof body === 'object' &&
    body !== null &&
    'error' in body &&
    typeof body.error === 'object' &&
    body.error !== null &&
    'code' in body.error
  );
}
