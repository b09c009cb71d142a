/** Why a call to the service gave no result: what the error envelope says, or that no answer came. */
export class ApiProblem extends Error {
  /** The API's own code, or `unreachable` when there was no answer. */
  readonly code: string;
  /** 0: no answer came. */
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

/** What an answer that is not 2xx means. A proxy's own error page is no envelope: its status has to do. */
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

/** The messages of `validation_failed` and `invalid_request` by field, as forms show them. */
export function listFieldErrors(problem: unknown): Record<string, string> {
  if (!(problem instanceof ApiProblem) || !Array.isArray(problem.details['fields'])) return {};
  const fields = problem.details['fields'] as { field: string; message: string }[];
  return Object.fromEntries(fields.map(({ field, message }) => [field, message]));
}
