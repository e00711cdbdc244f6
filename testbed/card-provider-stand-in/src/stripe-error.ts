export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  doc_url?: string;
  param?: string;
  payment_intent?: object;
  payment_method?: object;
  setup_intent?: object;
}

export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body.code
      ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
      : body;
  }
}

export function invalidRequest(
  message: string,
  rest: { code?: string; param?: string; status?: number } = {},
): StripeError {
  const { status = 400, ...details } = rest;
  return new StripeError(status, { type: 'invalid_request_error', message, ...details });
}

export function noSuch(kind: string, id: string, param: string): StripeError {
  const status = param === 'id' ? 404 : 400;
  return invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param, status });
}

export function missingParam(param: string): StripeError {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

export function unknownParam(param: string): StripeError {
  return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
}
