import { refusals, type RefusalCode } from '@foyer/contracts/refusal';

/** A refusal the contract names; the filter turns it into status and body. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: RefusalCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** More for the body, where the contract names it. */
  readonly details: Record<string, unknown>;

  constructor(
    code: RefusalCode,
    more: {
      message?: string;
      fields?: Record<string, string>;
      retryAfterSeconds?: number;
      details?: Record<string, unknown>;
    } = {},
  ) {
    super(more.message ?? refusals[code].message);
    this.status = refusals[code].status;
    this.code = code;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.details = more.details ?? {};
  }
}
