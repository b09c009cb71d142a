/** Why a call failed: the error envelope of the service, or no answer at all. */
export class ApiProblem extends Error {
  /** The API's own code, or `unreachable` when there was no answer. */
  readonly code: string;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** For the operator to quote; null when there was no answer. */
  readonly requestId: string | null;
  readonly details: Record<string, unknown>;

  constructor(
    code: string,
    message: string,
    options: {
      status?: number;
      requestId?: string | null;
      details?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ApiProblem';
    this.code = code;
    this.status = options.status ?? 0;
    this.requestId = options.requestId ?? null;
    this.details = options.details ?? {};
  }
}

export function isProblem(error: unknown, code: string): error is ApiProblem {
  return error instanceof ApiProblem && error.code === code;
}

interface Envelope {
  error: { code: string; message: string; request_id: string; details?: Record<string, unknown> };
}

/** Returns the problem of a non-2xx answer. A proxy's error page has no envelope, so only its status is used. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined);
  if (!isEnvelope(body)) {
    return new ApiProblem('unavailable', `The service answered ${response.status} without a reason.`, {
      status: response.status,
      requestId: response.headers.get('X-Request-Id'),
    });
  }
  const { code, message, request_id: requestId, details } = body.error;
  return new ApiProblem(code, message, {
    status: response.status,
    requestId,
    ...(details ? { details } : {}),
  });
}

function isEnvelope(body: unknown): body is Envelope {
  const error = (body as Partial<Envelope> | null | undefined)?.error;
  return typeof error?.code === 'string' && typeof error.message === 'string';
}

/** Returns the messages of `validation_failed` and `invalid_request` by field, for forms. */
export function listFieldErrors(problem: unknown): Record<string, string> {
  if (!(problem instanceof ApiProblem) || !Array.isArray(problem.details['fields'])) return {};
  const fields = problem.details['fields'] as { field: string; message: string }[];
  return Object.fromEntries(fields.map(({ field, message }) => [field, message]));
}
