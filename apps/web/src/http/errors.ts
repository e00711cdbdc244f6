import type { ProblemDetails } from '@foyer/contracts/problem';

/** The server understood the call and said no (docs/architecture.md 4). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly code: string;
  /** Wire name of a field -> its text. */
  readonly fields: Readonly<Record<string, string>>;
  /** When a further try may have another answer, if the server says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, { code, message, fields = {} }: ProblemDetails, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No usable answer came: offline, time-out, or something between us and the server answered in its place. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}
