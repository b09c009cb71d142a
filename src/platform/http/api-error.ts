/** Every error code of the API with its HTTP status. The list is closed and published in docs/openapi.json. */
export const ERROR_STATUS = {
  merged: 301,
  invalid_request: 400,
  invalid_parameter: 400,
  invalid_gtin: 400,
  invalid_email: 400,
  weak_password: 400,
  validation_failed: 400,
  invalid_api_key: 401,
  invalid_credentials: 401,
  not_authenticated: 401,
  forbidden: 403,
  csrf_failed: 403,
  quota_exhausted: 403,
  not_found: 404,
  not_a_trade_item: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  email_taken: 409,
  already_exists: 409,
  barcode_conflict: 409,
  decision_required: 409,
  possible_duplicate: 409,
  duplicate_submission: 409,
  invalid_state: 409,
  version_conflict: 409,
  idempotency_key_in_use: 409,
  cursor_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  idempotency_conflict: 422,
  rate_limited: 429,
  header_too_large: 431,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

interface ErrorOptions {
  /**
   * Machine-readable fields; clients must accept further ones: `details.parameter`, `details.reason`,
   * `details.fields`, …
   */
  details?: Record<string, unknown>;
  /** Headers of the answer, such as `Allow` or `Retry-After`. */
  headers?: Record<string, string>;
  cause?: unknown;
  /** Refused because of load or a deadline. Such errors are counted in the log instead of logged one by one. */
  isShed?: boolean;
}

/** An error answer. The error handler turns it into the error envelope. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;
  readonly isShed: boolean;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.details = options.details;
    this.headers = options.headers ?? {};
    this.isShed = options.isShed ?? false;
  }
}

/** Builds the error envelope, which is the same for every status. */
export function buildErrorBody(
  code: ErrorCode,
  message: string,
  requestId: string,
  details?: Record<string, unknown>,
): { error: { code: ErrorCode; message: string; request_id: string; details?: Record<string, unknown> } } {
  return { error: { code, message, request_id: requestId, ...(details ? { details } : {}) } };
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/**
 * Builds the same error as problem details (RFC 9457). `type` leads to the list of codes; `code`, `request_id` and `details`
 * are those of the envelope.
 */
export function buildProblem(error: ApiError, requestId: string, root: string): object {
  const { code, status, message, details } = error;
  return {
    type: `${root}/docs/api?error=${code}#errors`,
    title: code.replaceAll('_', ' '),
    status,
    detail: message,
    code,
    request_id: requestId,
    ...(details && { details }),
  };
}

/** 429: the caller may try again after `retryAfterS` seconds. */
export function tooManyCalls(message: string, retryAfterS: number, options: ErrorOptions = {}): ApiError {
  return new ApiError('rate_limited', message, {
    ...options,
    headers: { ...options.headers, 'Retry-After': String(retryAfterS) },
  });
}

/** 400 for a field of the body that only the database could validate. */
export function refuseField(field: string, message: string): ApiError {
  return new ApiError('validation_failed', 'Some fields are not valid.', {
    details: { fields: [{ field, code: 'custom', message }] },
  });
}

/** 400 for a query parameter. `problem` follows the parameter's name in the message; `more` adds `details`. */
export function refuseParameter(name: string, problem: string, more: Record<string, unknown> = {}): ApiError {
  return new ApiError('invalid_parameter', `Parameter ${name} ${problem}.`, {
    details: { parameter: name, ...more },
  });
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set if an error is shown as an HTML page instead of the envelope. */
    showError?: (error: ApiError) => void;
  }
}
