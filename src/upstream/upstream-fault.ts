/** An upstream did not give what was asked for. */
export class UpstreamFault extends Error {
  /**
   * `away`: it may work in a moment; `file`: the file is missing, damaged or no data; `refused`: a person has to change
   * something first.
   */
  readonly kind: 'away' | 'file' | 'refused';
  /** Delay that the upstream requests. */
  readonly retryAfterMs: number;
  /** The status of the answer; undefined if there was none, or it could not be used. */
  readonly status: number | undefined;

  constructor(
    message: string,
    kind: UpstreamFault['kind'],
    retryAfterMs = 0,
    options: ErrorOptions & { status?: number } = {},
  ) {
    super(message, options);
    this.name = 'UpstreamFault';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.status = options.status;
  }
}
