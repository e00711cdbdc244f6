import { problemTypes, type ProblemCode, type ProblemExtras } from '@foyer/contracts/problem';

/** RFC 9457. The exception filter turns it into the status and body of the response. */
export class Problem extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: ProblemExtras;

  constructor(
    code: ProblemCode,
    more: {
      message?: string;
      fields?: Record<string, string>;
      retryAfterSeconds?: number;
      details?: ProblemExtras;
    } = {},
  ) {
    super(more.message ?? problemTypes[code].message);
    this.status = problemTypes[code].status;
    this.code = code;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.details = more.details ?? {};
  }
}
