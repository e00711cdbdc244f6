import type { ProblemDetails } from '@foyer/contracts/problem';

/** A problem that the server answered with (docs/architecture.md 4). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly code: string;
  /** The error text of each invalid field, by the field's name in the API. */
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | undefined;
  readonly proofs: readonly string[];
  readonly idpName: string | undefined;
  readonly recoveryEndsAt: string | undefined;
  /** With `SumChanged`, the amount to pay now. */
  readonly sum: ProblemDetails['sum'];

  constructor(
    status: number,
    { code, message, fields = {}, proofs = [], idpName, recoveryEndsAt, sum }: ProblemDetails,
    retryAfterSeconds?: number,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.proofs = proofs;
    this.idpName = idpName;
    this.recoveryEndsAt = recoveryEndsAt;
    this.sum = sum;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No usable answer came, for example because a proxy answered or the browser is offline. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

export const problemInWords = (error: Error | null, otherwise: string): string | undefined =>
  error instanceof ProblemError ? error.message : error ? otherwise : undefined;
