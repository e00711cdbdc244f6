import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from './api-call.ts';
import type { CardBehaviour } from './cards.ts';
import type { Control, DeliverOptions } from './control.ts';
import type { Fault } from './faults.ts';
import type { PauseReason } from './pause.ts';
import { pathPattern } from './path-pattern.ts';
import { StripeError } from './stripe-error.ts';
import type { WebhookTarget } from './webhooks.ts';

type Json = Record<string, unknown>;
type Action = (control: Control, id: string, body: Json) => unknown;

const ACTIONS: Record<string, Action> = {
  'GET /counters': (control) => control.counters(),
  'GET /calls': (control) => control.calls(),
  'DELETE /calls': (control) => control.clearCalls(),
  'GET /events': (control) => control.events(),
  'GET /deliveries': (control) => control.deliveries(),
  'POST /reset': (control) => control.reset(),
  'POST /subscriptions/:id/renew': (control, id) => control.renew(id),
  'POST /subscriptions/:id/cancel_at_period_end': (control, id) => control.cancelAtPeriodEnd(id),
  'POST /subscriptions/:id/retry': (control, id) => control.retryPayment(id),
  'POST /subscriptions/:id/end': (control, id, body) =>
    control.end(
      id,
      body['reason'] as 'cancellation_requested' | 'payment_failed' | undefined,
      body['invoiceAs'] as 'open' | 'uncollectible' | undefined,
    ),
  'POST /subscriptions/:id/unpay': (control, id, body) =>
    control.unpay(id, body['invoiceAs'] as 'open' | 'uncollectible' | undefined),
  'POST /draft_time': (control, _id, body) => control.setDraftTime(Number(body['seconds'])),
  'POST /subscriptions/:id/end_draft_time': (control, id) => control.endDraftTime(id),
  'POST /subscriptions/:id/pause': (control, id, body) =>
    control.pause(id, body['reason'] as PauseReason | undefined),
  'POST /subscriptions/:id/expire': (control, id) => control.expire(id),
  'POST /customers/:id/discount': (control, id, body) => control.discount(id, body['coupon'] as string),
  'POST /price': (control, _id, body) => control.replacePrice({ unitAmount: Number(body['unitAmount']) }),
  'POST /payment_methods/:id': (control, id, body) => control.setCard(id, body['behaviour'] as CardBehaviour),
  'POST /invoices/:id/dispute': (control, id, body) =>
    control.dispute(id, body['reason'] as string | undefined),
  'POST /disputes/:id/close': (control, id, body) =>
    control.closeDispute(id, body['status'] as 'won' | 'lost'),
  'POST /refunds/:id/fail': (control, id) => control.failRefund(id),
  'POST /intents/:id/authenticate': (control, id, body) =>
    control.authenticate(id, body['outcome'] as 'passed' | 'failed'),
  'POST /intents/:id/settle': (control, id, body) =>
    control.settle(id, body['outcome'] as 'succeeded' | 'failed'),
  'POST /invoices/:id/pay_part': (control, id, body) => control.payPart(id, Number(body['amount'])),
  'POST /events/deliver': (control, _id, body) =>
    control.deliver(body['events'] as string[], body as DeliverOptions),
  'POST /webhook': (control, _id, body) => control.setWebhook(body as WebhookTarget),
  'POST /webhook/settled': (control) => control.webhooksSettled(),
  'POST /idempotency_keys/age': (control, _id, body) => control.ageIdempotencyKeys(Number(body['hours'])),
  'POST /faults': (control, _id, body) => control.addFault(body as unknown as Fault),
  'DELETE /faults': (control) => control.clearFaults(),
};

export async function answerControlCall(
  control: Control,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const send = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(body ?? {}));
  };
  try {
    // Rejects calls from pages, because another site's page must not control the stand-in.
    if (request.headers.origin !== undefined) return send(403, { error: 'not for pages' });
    const found = findAction(request.method ?? 'GET', path);
    if (!found)
      return send(404, { error: `no control at ${request.method} ${path}`, known: Object.keys(ACTIONS) });
    const text = await readBody(request);
    const body = text === '' ? {} : (JSON.parse(text) as Json);
    send(200, await found.action(control, found.id, body));
  } catch (error) {
    const status = error instanceof StripeError ? error.status : 500;
    send(status, { error: error instanceof Error ? error.message : String(error) });
  }
}

function findAction(method: string, path: string): { action: Action; id: string } | undefined {
  const known = ACTIONS[`${method} ${path}`];
  if (known) return { action: known, id: '' };
  for (const [name, action] of Object.entries(ACTIONS)) {
    const id = pathPattern(name).exec(`${method} ${path}`)?.groups?.['id'];
    if (id) return { action, id };
  }
  return undefined;
}
