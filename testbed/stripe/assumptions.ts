/**
 * The portal's assumptions about Stripe that its documentation does not confirm. Each check creates its own objects,
 * and returns `held`, `untried`, or a description of the actual behavior.
 */
import { Stripe } from 'stripe';

export type AssumptionResult = 'held' | 'untried' | string;
export type AssumptionTools = {
  stripe: Stripe;
  price: string;
  /** Creates a customer in New York, deleted at the end. `card` is Stripe's name, such as `chargeCustomerFail`. */
  customer(card?: string): Promise<{ id: string; method: string }>;
  /**
   * Creates a subscription whose time can be advanced, by a test clock or by the stand-in's control. Returns undefined
   * if there is neither.
   */
  subscribeOnClock(): Promise<ClockedSubscription | undefined>;
  newKey(): string;
};
export type ClockedSubscription = {
  id: string;
  customerId: string;
  method: string;
  /** Advances the time until the next period has begun and its invoice is a draft. */
  renew(): Promise<void>;
  /** Advances the time until the latest invoice is finalized and its payment was attempted. */
  endDraftTime(): Promise<void>;
  /** Advances the time until there are no more retries, or the period is nearly over. */
  endRetries(): Promise<void>;
};
export type Assumption = {
  id: string;
  claim: string;
  otherwise?: string;
  check(bench: AssumptionTools): Promise<AssumptionResult>;
};

export const assumptions: readonly Assumption[] = [
  {
    id: 'key-repeats',
    claim: 'A key repeats the first answer with the header `idempotent-replayed`.',
    async check({ stripe, newKey }) {
      const options = { idempotencyKey: newKey() };
      const [one, two] = [
        await stripe.customers.create({}, options),
        await stripe.customers.create({}, options),
      ];
      await stripe.customers.del(one.id);
      return expectThat(
        one.id === two.id && two.lastResponse.headers['idempotent-replayed'] === 'true',
        two.id,
      );
    },
  },
  {
    id: 'key-other-parameters',
    claim: 'A key with other parameters is rejected with `idempotency_error`.',
    async check({ stripe, newKey }) {
      const options = { idempotencyKey: newKey() };
      const { id } = await stripe.customers.create({ name: 'A' }, options);
      const error = await errorOf(stripe.customers.create({ name: 'B' }, options));
      await stripe.customers.del(id);
      return expectThat(error?.rawType === 'idempotency_error', describe(error));
    },
  },
  {
    id: 'key-at-once',
    claim:
      'Concurrent calls with one key do the work once; the others get the same answer or 409 `idempotency_key_in_use`.',
    otherwise: 'One attempt could make two subscriptions: hold its lock during the call.',
    async check({ stripe, newKey }) {
      const options = { idempotencyKey: newKey(), maxNetworkRetries: 0 };
      const answers = await Promise.allSettled(
        Array.from({ length: 5 }, () => stripe.customers.create({}, options)),
      );
      const ids = new Set(
        answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.id : [])),
      );
      const errors = answers.flatMap((answer) =>
        answer.status === 'rejected' ? describe(answer.reason) : [],
      );
      await Promise.all([...ids].map((id) => stripe.customers.del(id)));
      const isKnown = errors.every((error) => /^409 .*idempotency_key_in_use/.test(error));
      return expectThat(ids.size === 1 && isKnown, `${ids.size} made; ${errors.join('; ')}`);
    },
  },
  {
    id: 'key-keeps-declines',
    claim: 'A decline is stored under its key.',
    async check({ stripe, customer, newKey }) {
      const { id } = await customer();
      const options = { idempotencyKey: newKey() };
      const attach = () =>
        errorOf(stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer: id }, options));
      const [one, two] = [await attach(), await attach()];
      return expectThat(
        one?.code === 'card_declined' && two?.headers?.['idempotent-replayed'] === 'true',
        `${describe(one)}; ${describe(two)}`,
      );
    },
  },
  {
    id: 'key-free-after-validation',
    claim: 'A call rejected for its parameters leaves its key free.',
    async check({ stripe, newKey }) {
      const idempotencyKey = newKey();
      const refused = await errorOf(
        stripe.rawRequest(
          'POST',
          '/v1/customers',
          { no_such_parameter: 1 },
          { additionalHeaders: { 'Idempotency-Key': idempotencyKey } },
        ),
      );
      if (refused?.code !== 'parameter_unknown') return describe(refused);
      const made = await stripe.customers.create({}, { idempotencyKey }).catch(asError);
      if (made instanceof Stripe.errors.StripeError) return describe(made);
      await stripe.customers.del(made.id);
      return 'held';
    },
  },
  {
    id: 'paid-again',
    claim:
      'Paying a paid invoice is 400 `invalid_request_error`, charges nothing, and the invoice is `paid`.',
    otherwise: 'A page says "not available" after a payment, until the invoice is read again.',
    async check(bench) {
      const { invoice } = await subscribe(bench, await bench.customer('visa'));
      const error = await errorOf(bench.stripe.invoices.pay(invoice));
      const { status, amount_paid, total } = await bench.stripe.invoices.retrieve(invoice);
      return expectThat(
        error?.statusCode === 400 && status === 'paid' && amount_paid === total,
        `${describe(error)}; the invoice is ${status}`,
      );
    },
  },
  {
    id: 'paid-at-once',
    claim:
      'Of concurrent calls that pay one invoice, one succeeds; the others are 400, 409 or 429 `lock_timeout`, which can be retried.',
    otherwise: 'Such a call ends as `PaymentUnavailable`, and the next one has the same key.',
    async check(bench) {
      const { id, method } = await bench.customer('visa');
      const { invoice } = await subscribe(bench, { id, method }, { payment_behavior: 'default_incomplete' });
      const answers = await Promise.all(
        Array.from({ length: 5 }, () =>
          errorOf(bench.stripe.invoices.pay(invoice, { payment_method: method }, { maxNetworkRetries: 0 })),
        ),
      );
      const errors = answers.filter((error) => error !== undefined);
      const { amount_paid, total } = await bench.stripe.invoices.retrieve(invoice);
      const isKnown = errors.every(
        ({ code, headers, statusCode }) =>
          statusCode === 400 ||
          statusCode === 409 ||
          (code === 'lock_timeout' && headers?.['stripe-should-retry'] === 'true'),
      );
      return expectThat(isKnown && amount_paid === total, errors.map(describe).join('; '));
    },
  },
  {
    id: 'token-can-be-read',
    claim:
      'A token can be read with the secret key; an unknown one is `resource_missing`, one used before `token_already_used`.',
    otherwise: 'Send the address beside the token; a wrong token is 503 instead of 400.',
    async check({ stripe }) {
      const unknown = await errorOf(stripe.tokens.retrieve('tok_1NobodyEver'));
      if (unknown?.code !== 'resource_missing') return describe(unknown);
      const token = await stripe.tokens
        .create({ card: { number: '4242424242424242', exp_month: '12', exp_year: '2040', name: 'Ada' } })
        .catch(asError);
      // Skips the check if the account may not send card numbers from a server. Stripe allows it only on request.
      if (token instanceof Stripe.errors.StripeError) return 'untried';
      const { card } = await stripe.tokens.retrieve(token.id);
      if (card?.name !== 'Ada') return 'the name typed with the card is not told';
      const params = { type: 'card', card: { token: token.id } } as const;
      await stripe.paymentMethods.create(params);
      if ((await stripe.tokens.retrieve(token.id)).card?.name !== 'Ada') return 'a used token cannot be read';
      const again = await errorOf(stripe.paymentMethods.create(params));
      return expectThat(again?.code === 'token_already_used', describe(again));
    },
  },
  {
    id: 'same-card-again',
    claim: 'A payment method can be attached to its own customer again.',
    otherwise: 'After `SumChanged` the page says that the card cannot be used.',
    async check({ stripe, customer }) {
      const { id, method } = await customer('visa');
      const again = await stripe.paymentMethods.attach(method, { customer: id }).catch(asError);
      if (again instanceof Stripe.errors.StripeError) return describe(again);
      return expectThat(again.customer === id, String(again.customer));
    },
  },
  {
    id: 'billing-details-as-given',
    claim: 'A payment method made from a token has the billing details of the call, not those of its token.',
    otherwise: 'Tax has no place, and the payment is refused with `customer_tax_location_invalid`.',
    async check({ stripe }) {
      const address = { country: 'US', postal_code: '10001' };
      const { billing_details: details } = await stripe.paymentMethods.create({
        type: 'card',
        card: { token: 'tok_visa' },
        billing_details: { name: 'Ada', address },
      });
      return expectThat(
        details.name === 'Ada' && details.address?.postal_code === '10001',
        JSON.stringify(details),
      );
    },
  },
  {
    id: 'deleted-customer',
    claim: 'A deleted customer is read as `deleted`, its subscriptions are canceled and still listed.',
    otherwise: 'The team stays PRO until `billing-drift` shows it; nothing is charged twice.',
    async check(bench) {
      const { stripe } = bench;
      const { id, method } = await bench.customer('visa');
      await subscribe(bench, { id, method });
      await stripe.customers.del(id);
      const { deleted } = await stripe.customers.retrieve(id);
      const listed = await stripe.subscriptions.list({ customer: id, status: 'all' }).catch(asError);
      const statuses = 'data' in listed ? listed.data.map(({ status }) => status) : [describe(listed)];
      return expectThat(
        deleted === true && statuses.join() === 'canceled',
        `deleted ${deleted}; ${statuses.join()}`,
      );
    },
  },
  {
    id: 'end-by-flag',
    claim:
      '`cancel_at_period_end` set by the API sets `cancel_at` to the period’s end, and both go together.',
    async check(bench) {
      const { id, periodEnd } = await subscribe(bench, await bench.customer('visa'));
      const set = await bench.stripe.subscriptions.update(id, { cancel_at_period_end: true });
      const unset = await bench.stripe.subscriptions.update(id, { cancel_at_period_end: false });
      return expectThat(
        set.cancel_at_period_end && set.cancel_at === periodEnd && unset.cancel_at === null,
        `${set.cancel_at_period_end} ${set.cancel_at}; then ${unset.cancel_at}`,
      );
    },
  },
  {
    id: 'end-by-time',
    claim: '`cancel_at` leaves the flag alone, an empty one removes it, and the reason is returned.',
    otherwise: 'Resume does not undo an end that was scheduled in the customer portal.',
    async check(bench) {
      const { id, periodEnd } = await subscribe(bench, await bench.customer('visa'));
      const set = await bench.stripe.subscriptions.update(id, { cancel_at: periodEnd });
      const unset = await bench.stripe.subscriptions.update(id, { cancel_at: '' });
      return expectThat(
        set.cancel_at === periodEnd &&
          !set.cancel_at_period_end &&
          set.cancellation_details?.reason === 'cancellation_requested' &&
          unset.cancel_at === null,
        `${set.cancel_at} ${set.cancel_at_period_end} ${set.cancellation_details?.reason}; then ${unset.cancel_at}`,
      );
    },
  },
  {
    id: 'change-after-the-end',
    claim: 'A canceled subscription takes no new end: 400 `invalid_request_error`.',
    async check(bench) {
      const { id } = await subscribe(bench, await bench.customer('visa'));
      await bench.stripe.subscriptions.cancel(id);
      const error = await errorOf(bench.stripe.subscriptions.update(id, { cancel_at_period_end: true }));
      return expectThat(error?.statusCode === 400, describe(error));
    },
  },
  {
    id: 'incomplete-first',
    claim: '`default_incomplete` makes an open invoice with a `confirmation_secret`, and charges nothing.',
    otherwise: 'The first card is charged before the visitor has confirmed the sum.',
    async check(bench) {
      const { invoice, subscription } = await subscribe(bench, await bench.customer('visa'), {
        payment_behavior: 'default_incomplete',
        expand: ['latest_invoice.confirmation_secret'],
      });
      const { status, amount_paid } = await bench.stripe.invoices.retrieve(invoice);
      const latest = subscription.latest_invoice;
      const secret = typeof latest === 'object' ? latest?.confirmation_secret?.client_secret : undefined;
      return expectThat(
        subscription.status === 'incomplete' &&
          status === 'open' &&
          amount_paid === 0 &&
          secret !== undefined,
        `${subscription.status}, ${status}, ${amount_paid}, ${secret === undefined ? 'no secret' : 'a secret'}`,
      );
    },
  },
  {
    id: 'bank-asked',
    claim: 'Paying with a card that needs a confirmation is `invoice_payment_intent_requires_action`.',
    otherwise: '3-D Secure looks like a decline.',
    async check(bench) {
      const { id, method } = await bench.customer('authenticationRequired');
      const { invoice } = await subscribe(bench, { id, method }, { payment_behavior: 'default_incomplete' });
      const error = await errorOf(
        bench.stripe.invoices.pay(invoice, { payment_method: method, off_session: false }),
      );
      return expectThat(error?.code === 'invoice_payment_intent_requires_action', describe(error));
    },
  },
  {
    id: 'renewal-without-card',
    claim: 'A renewal without any card leaves the subscription `past_due` and its invoice open.',
    otherwise: 'A team without a card stays PRO without grace.',
    async check(bench) {
      const late = await renewWithoutCard(bench);
      if (!late) return 'untried';
      const { status } = await bench.stripe.subscriptions.retrieve(late.id);
      return expectThat(
        status === 'past_due' && late.invoice.status === 'open',
        `${status}, ${late.invoice.status}`,
      );
    },
  },
  {
    id: 'off-session-after-setup',
    claim:
      'A card of a SetupIntent for later use pays an open invoice with `off_session`, without a challenge.',
    otherwise: 'The bank asks once more than needed; the invoice is paid.',
    async check(bench) {
      const { stripe, customer } = bench;
      const { id } = await customer();
      const { status, payment_method: method } = await stripe.setupIntents.create({
        customer: id,
        payment_method: 'pm_card_visa',
        allowed_payment_method_types: ['card'],
        usage: 'off_session',
        confirm: true,
      });
      if (status !== 'succeeded' || typeof method !== 'string') return status;
      const { invoice } = await subscribe(
        bench,
        { id, method },
        { payment_behavior: 'default_incomplete', payment_settings: { payment_method_types: ['card'] } },
      );
      const paid = await stripe.invoices
        .pay(invoice, { payment_method: method, off_session: true })
        .catch(asError);
      if (paid instanceof Stripe.errors.StripeError) return describe(paid);
      return expectThat(paid.status === 'paid', String(paid.status));
    },
  },
  {
    id: 'past-due-void',
    claim:
      'A past_due subscription whose last invoice is void is still past_due or active again, and can be canceled.',
    otherwise: 'A plan that was given up does not end; `billing-drift` shows it.',
    async check(bench) {
      const { stripe } = bench;
      const late = await renewWithoutCard(bench);
      if (!late) return 'untried';
      await stripe.invoices.voidInvoice(late.invoice.id);
      const { status } = await stripe.subscriptions.retrieve(late.id);
      const { status: after } = await stripe.subscriptions.cancel(late.id);
      return expectThat(
        ['past_due', 'active'].includes(status) && after === 'canceled',
        `${status}; then ${after}`,
      );
    },
  },
  {
    id: 'canceled-stays-payable',
    claim:
      'The open invoice of a canceled subscription is not collected, but can be paid, which revives nothing.',
    otherwise: 'The invoice is voided needlessly.',
    async check(bench) {
      const { stripe } = bench;
      const late = await renewWithoutCard(bench);
      if (!late) return 'untried';
      await stripe.subscriptions.cancel(late.id, { invoice_now: false, prorate: false });
      const left = await stripe.invoices.retrieve(late.invoice.id);
      const paid = await stripe.invoices.pay(late.invoice.id, { payment_method: await late.newMethod() });
      const { status } = await stripe.subscriptions.retrieve(late.id);
      return expectThat(
        left.status === 'open' &&
          left.auto_advance === false &&
          paid.status === 'paid' &&
          status === 'canceled',
        `${left.status} ${left.auto_advance}; then ${paid.status}, ${status}`,
      );
    },
  },
  {
    id: 'retries-end',
    claim:
      'After the last retry a subscription is canceled, unpaid or paused, and its invoice open or uncollectible: it can be paid.',
    otherwise: 'The invoice is voided needlessly.',
    async check(bench) {
      const { stripe } = bench;
      const late = await renewWithoutCard(bench);
      if (!late) return 'untried';
      await late.endRetries();
      const { status } = await stripe.subscriptions.retrieve(late.id);
      // The account retries for longer than `endRetries` waits, or leaves the subscription past due after the last
      // retry.
      if (status === 'past_due') return 'untried';
      const { status: left } = await stripe.invoices.retrieve(late.invoice.id);
      const paid = await stripe.invoices.pay(late.invoice.id, { payment_method: await late.newMethod() });
      return expectThat(
        ['canceled', 'unpaid', 'paused'].includes(status) &&
          (left === 'open' || left === 'uncollectible') &&
          paid.status === 'paid',
        `${status}, ${left}; then ${paid.status}`,
      );
    },
  },
  {
    id: 'uncollectible',
    claim:
      'A past_due subscription is active once its invoice is uncollectible; that one can still be paid or voided.',
    otherwise: 'A plan that an operator forgave ends.',
    async check(bench) {
      const { stripe } = bench;
      const found: string[] = [];
      for (const end of ['pay', 'void'] as const) {
        const late = await renewWithoutCard(bench);
        if (!late) return 'untried';
        const { id } = late.invoice;
        await stripe.invoices.markUncollectible(id);
        found.push((await stripe.subscriptions.retrieve(late.id)).status);
        const { status } =
          end === 'void'
            ? await stripe.invoices.voidInvoice(id)
            : await stripe.invoices.pay(id, { payment_method: await late.newMethod() });
        found.push(String(status));
      }
      return expectThat(found.join() === 'active,paid,active,void', found.join());
    },
  },
  {
    id: 'collection-stopped',
    claim:
      '`auto_advance: false` stops the retries of an open invoice; a paid one rejects that and a void: 400.',
    otherwise: 'A retry can come between calls: the invoice is read again after each, and refunded if paid.',
    async check(bench) {
      const { stripe } = bench;
      const late = await renewWithoutCard(bench);
      if (!late) return 'untried';
      const { id } = late.invoice;
      const { next_payment_attempt: next } = await stripe.invoices.update(id, { auto_advance: false });
      await stripe.invoices.pay(id, { payment_method: await late.newMethod() });
      const errors = [
        await errorOf(stripe.invoices.update(id, { auto_advance: false })),
        await errorOf(stripe.invoices.voidInvoice(id)),
      ];
      return expectThat(
        next === null && errors.every((error) => error?.statusCode === 400),
        `${next}; ${errors.map(describe).join('; ')}`,
      );
    },
  },
  {
    id: 'draft-time',
    claim:
      'The invoice of a renewal is a draft for an hour or more, and then paid, even if an end is scheduled meanwhile.',
    otherwise: 'A month is announced that is not charged.',
    async check(bench) {
      const { stripe } = bench;
      const renewed = await bench.subscribeOnClock();
      if (!renewed) return 'untried';
      await renewed.renew();
      const draft = await latestInvoiceOf(bench, renewed.id);
      await stripe.subscriptions.update(renewed.id, { cancel_at_period_end: true });
      await renewed.endDraftTime();
      const { status } = await stripe.invoices.retrieve(draft.id);
      const seconds = (draft.automatically_finalizes_at ?? 0) - draft.created;
      return expectThat(
        draft.status === 'draft' && draft.auto_advance === true && seconds >= 3_000 && status === 'paid',
        `${draft.status} for ${seconds} s; then ${status}`,
      );
    },
  },
  {
    id: 'draft-at-the-end',
    claim:
      'A draft can be neither deleted nor voided: 400. After a cancellation it stays a draft until a call finalizes it, and can be voided then.',
    otherwise: 'A draft is charged after the end: set `auto_advance` before it.',
    async check(bench) {
      const { stripe } = bench;
      const renewed = await bench.subscribeOnClock();
      if (!renewed) return 'untried';
      await renewed.renew();
      const { id } = await latestInvoiceOf(bench, renewed.id);
      const errors = [await errorOf(stripe.invoices.del(id)), await errorOf(stripe.invoices.voidInvoice(id))];
      await stripe.subscriptions.cancel(renewed.id);
      await renewed.endDraftTime();
      const left = await stripe.invoices.retrieve(id);
      const final = await stripe.invoices.finalizeInvoice(id, { auto_advance: false });
      const after = await stripe.invoices.voidInvoice(id);
      const found = [left.status, left.auto_advance, final.status, after.status].join();
      return expectThat(
        errors.every((error) => error?.statusCode === 400) && found === 'draft,false,open,void',
        `${errors.map(describe).join('; ')}; ${found}`,
      );
    },
  },
  {
    id: 'metadata-after-the-end',
    claim: 'Metadata written before the end stays; afterwards a change works, or is rejected with 400.',
    otherwise: 'A team ends as the portal says, not as its owner chose.',
    async check(bench) {
      const { id } = await subscribe(bench, await bench.customer('visa'));
      await bench.stripe.subscriptions.update(id, { metadata: { endsAs: 'free' } });
      const { metadata } = await bench.stripe.subscriptions.cancel(id);
      const error = await errorOf(bench.stripe.subscriptions.update(id, { metadata: { endsAs: 'ended' } }));
      return expectThat(
        metadata['endsAs'] === 'free' && (error === undefined || error.statusCode === 400),
        `${metadata['endsAs']}; ${describe(error)}`,
      );
    },
  },
  {
    id: 'paused',
    claim:
      'A paused subscription is listed as `paused`; its resumption is an open invoice, and `active` once that is paid; it can be canceled.',
    otherwise: 'A paused plan looks like one that has ended.',
    async check(bench) {
      const { stripe } = bench;
      const customer = await bench.customer('visa');
      const { id } = await subscribe(bench, customer);
      await stripe.subscriptions.pause(id, { bill_for: { unused_time_from: { type: 'none' } } });
      const { data: listed } = await stripe.subscriptions.list({ customer: customer.id });
      const asked = await stripe.subscriptions.resume(id);
      const invoice = await latestInvoiceOf(bench, id);
      await stripe.invoices.pay(invoice.id);
      const { status } = await stripe.subscriptions.retrieve(id);
      await stripe.subscriptions.pause(id, { bill_for: { unused_time_from: { type: 'none' } } });
      const after = await stripe.subscriptions.cancel(id);
      const found = [listed[0]?.status, asked.status, invoice.status, status, after.status].join();
      return expectThat(found === 'paused,paused,open,active,canceled', found);
    },
  },
  {
    id: 'collection-paused',
    claim: 'With `pause_collection` a subscription stays active, and its renewal’s invoice a draft.',
    otherwise: 'A charge is made that no screen announced.',
    async check(bench) {
      const { stripe } = bench;
      const renewed = await bench.subscribeOnClock();
      if (!renewed) return 'untried';
      await stripe.subscriptions.update(renewed.id, { pause_collection: { behavior: 'keep_as_draft' } });
      await renewed.renew();
      await renewed.endDraftTime();
      const { status } = await stripe.subscriptions.retrieve(renewed.id);
      const { status: left, auto_advance: isAutomatic } = await latestInvoiceOf(bench, renewed.id);
      return expectThat(
        [status, left, isAutomatic].join() === 'active,draft,false',
        [status, left, isAutomatic].join(),
      );
    },
  },
  {
    id: 'credit-applied',
    claim:
      'A preview for a customer has its credit in `starting_balance` and `amount_due`; the final invoice uses the same credit, and a void returns it.',
    otherwise: 'The sum on the button is too high, and the visitor is asked again.',
    async check(bench) {
      const { stripe, price } = bench;
      const { id, method } = await bench.customer('visa');
      await stripe.customers.createBalanceTransaction(id, { amount: -500, currency: 'usd' });
      const preview = await stripe.invoices.createPreview({
        customer: id,
        subscription_details: { items: [{ price }] },
      });
      const { invoice } = await subscribe(bench, { id, method }, { payment_behavior: 'default_incomplete' });
      const final = await stripe.invoices.retrieve(invoice);
      const left = await balanceOf(bench, id);
      await stripe.invoices.voidInvoice(invoice);
      const isSame = [preview, final].every(
        ({ amount_due, starting_balance, total }) => starting_balance === -500 && amount_due === total - 500,
      );
      const found = [final.ending_balance, left, await balanceOf(bench, id)].join();
      return expectThat(
        isSame && found === '0,0,-500',
        `${preview.amount_due} and ${final.amount_due} of ${final.total}; ${found}`,
      );
    },
  },
  {
    id: 'credit-covers',
    claim:
      'An invoice that credit covers is paid immediately without a payment, and its subscription active.',
    otherwise: 'The purchase waits for a payment that never comes.',
    async check(bench) {
      const { stripe } = bench;
      const { id, method } = await bench.customer('visa');
      await stripe.customers.createBalanceTransaction(id, { amount: -1_000_000, currency: 'usd' });
      const { invoice, subscription } = await subscribe(
        bench,
        { id, method },
        { payment_behavior: 'default_incomplete', expand: ['latest_invoice.confirmation_secret'] },
      );
      const { amount_paid, payments, status } = await stripe.invoices.retrieve(invoice, {
        expand: ['payments'],
      });
      const latest = subscription.latest_invoice;
      const secret = typeof latest === 'object' ? latest?.confirmation_secret : undefined;
      const found = [subscription.status, status, amount_paid, payments?.data.length, secret ?? 'no secret'];
      return expectThat(found.join() === 'active,paid,0,0,no secret', found.join());
    },
  },
  {
    id: 'paid-outside',
    claim:
      'An invoice marked as paid outside of Stripe has that in `amount_paid` and `amount_paid_off_stripe`, and no payment of a card is `paid`.',
    otherwise: 'A mail says that the card was charged.',
    async check(bench) {
      const { stripe } = bench;
      const { invoice } = await subscribe(bench, await bench.customer('visa'), {
        payment_behavior: 'default_incomplete',
      });
      const paid = await stripe.invoices.pay(invoice, {
        paid_out_of_band: true,
        expand: ['amount_paid_off_stripe'],
      });
      const { data } = await stripe.invoicePayments.list({ invoice });
      const byCard = data.filter(
        ({ payment, status }) => payment.type !== 'payment_record' && status === 'paid',
      );
      const { amount_due, amount_paid, amount_paid_off_stripe: outside, status } = paid;
      return expectThat(
        status === 'paid' && amount_paid === amount_due && outside === amount_due && byCard.length === 0,
        `${status}, ${amount_paid} of ${amount_due}, ${outside} outside, ${byCard.length} by card`,
      );
    },
  },
  {
    id: 'tax-in-preview',
    claim: 'A preview with the whole address of a customer has the tax of its first invoice.',
    otherwise: 'The sum on the button differs from the invoice, and the visitor is asked again.',
    async check(bench) {
      const { stripe, price } = bench;
      const { id, method } = await bench.customer('visa');
      const address = { line1: '12 Border St', city: 'New York', state: 'NY', postal_code: '10001' };
      const preview = await stripe.invoices
        .createPreview({
          customer: id,
          customer_details: { address: { ...address, country: 'US' } },
          subscription_details: { items: [{ price }] },
          automatic_tax: { enabled: true },
        })
        .catch(asError);
      // Skips the check if the account has not set up taxes.
      if (preview instanceof Stripe.errors.StripeError) return 'untried';
      await stripe.customers.update(id, { address: { ...address, country: 'US' } });
      const params = { automatic_tax: { enabled: true }, payment_behavior: 'default_incomplete' } as const;
      const { invoice } = await subscribe(bench, { id, method }, params);
      const { total } = await stripe.invoices.retrieve(invoice);
      return expectThat(preview.total === total, `${preview.total} and ${total}`);
    },
  },
  {
    id: 'tax-of-a-draft',
    claim: 'A draft is taxed again by its customer’s address when it becomes final.',
    async check(bench) {
      const { stripe } = bench;
      const renewed = await bench.subscribeOnClock();
      if (!renewed) return 'untried';
      const automatic_tax = { enabled: true };
      const taxed = await stripe.subscriptions.update(renewed.id, { automatic_tax }).catch(asError);
      if (taxed instanceof Stripe.errors.StripeError) return 'untried';
      await renewed.renew();
      const draft = await latestInvoiceOf(bench, renewed.id);
      // Skips the check if the account does not collect tax in New York.
      if (draft.total === draft.subtotal) return 'untried';
      await stripe.customers.update(renewed.customerId, {
        address: { line1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' },
      });
      await renewed.endDraftTime();
      const { subtotal, total } = await stripe.invoices.retrieve(draft.id);
      return expectThat(total === subtotal, `${draft.total}, then ${total} of ${subtotal}`);
    },
  },
  {
    id: 'discounted',
    claim: 'A discount is in `total_discount_amounts`, and lowers `total` and the amount paid.',
    async check(bench) {
      const { stripe } = bench;
      const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
      const { invoice } = await subscribe(bench, await bench.customer('visa'), { discounts: [{ coupon }] });
      await stripe.coupons.del(coupon);
      const found = await stripe.invoices.retrieve(invoice);
      const discount = found.total_discount_amounts?.[0]?.amount ?? 0;
      return expectThat(
        discount > 0 && found.total === found.subtotal - discount && found.amount_paid === found.total,
        `${found.subtotal} less ${discount} is ${found.total}, ${found.amount_paid} paid`,
      );
    },
  },
  {
    id: 'refunded',
    claim: 'A refund is on the charge that an invoice’s payment leads to; the invoice stays paid in full.',
    otherwise: 'The invoice list does not show the refund.',
    async check(bench) {
      const { stripe } = bench;
      const { invoice } = await subscribe(bench, await bench.customer('visa'));
      const intent = await intentOf(bench, invoice);
      await stripe.refunds.create({ payment_intent: intent, amount: 100 });
      const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, {
        expand: ['latest_charge'],
      });
      const { amount_paid, status, total } = await stripe.invoices.retrieve(invoice);
      const { data } = await stripe.refunds.list({ payment_intent: intent });
      const refunded = typeof charge === 'object' ? charge?.amount_refunded : undefined;
      return expectThat(
        refunded === 100 && data[0]?.amount === 100 && status === 'paid' && amount_paid === total,
        `${refunded} on the charge, ${data[0]?.amount} listed; ${status}, ${amount_paid} of ${total}`,
      );
    },
  },
  {
    id: 'disputed',
    claim: 'A dispute is listed by the payment of an invoice and marks its charge; the invoice stays paid.',
    otherwise: 'The invoice list does not show the dispute.',
    async check(bench) {
      const { stripe } = bench;
      const { invoice } = await subscribe(bench, await bench.customer('createDispute'));
      const intent = await intentOf(bench, invoice);
      let disputes: Stripe.Dispute[] = [];
      // The dispute is created shortly after the payment.
      for (let second = 0; second < 30 && disputes.length === 0; second++) {
        if (second > 0) await new Promise((resolve) => setTimeout(resolve, 1_000));
        disputes = (await stripe.disputes.list({ payment_intent: intent })).data;
      }
      const charge = await stripe.charges.retrieve(idOf(disputes[0]?.charge));
      const { status } = await stripe.invoices.retrieve(invoice);
      return expectThat(
        charge.disputed && charge.amount_refunded === 0 && status === 'paid',
        `${charge.disputed}, ${charge.amount_refunded}; ${status}`,
      );
    },
  },
  {
    id: 'events-listed',
    claim: 'Events can be listed since a time, newest first, with the object as it was.',
    otherwise: '`replay-webhooks` misses the newest events: run it again later.',
    async check(bench) {
      const since = Math.floor(Date.now() / 1000) - 60;
      const { id } = await subscribe(bench, await bench.customer('visa'));
      const types: string[] = [];
      for (let second = 0; second < 30 && !types.includes('customer.subscription.created'); second++) {
        if (second > 0) await new Promise((resolve) => setTimeout(resolve, 1_000));
        const { data } = await bench.stripe.events.list({ created: { gte: since }, limit: 100 });
        types.push(
          ...data
            .filter(({ data: { object } }) => 'id' in object && object.id === id)
            .map(({ type }) => type),
        );
      }
      return expectThat(types.includes('customer.subscription.created'), types.join());
    },
  },
];

/** Renews a new subscription without a card. Returns it with its unpaid invoice, or undefined without a clock. */
async function renewWithoutCard(bench: AssumptionTools) {
  const { stripe } = bench;
  const renewed = await bench.subscribeOnClock();
  if (!renewed) return undefined;
  await stripe.paymentMethods.detach(renewed.method);
  await renewed.renew();
  await renewed.endDraftTime();
  const newMethod = async () =>
    (await stripe.paymentMethods.attach('pm_card_visa', { customer: renewed.customerId })).id;
  return { ...renewed, invoice: await latestInvoiceOf(bench, renewed.id), newMethod };
}

async function latestInvoiceOf({ stripe }: AssumptionTools, subscription: string): Promise<Stripe.Invoice> {
  const { data } = await stripe.invoices.list({ subscription, limit: 1 });
  if (!data[0]) throw new Error(`${subscription} has no invoice`);
  return data[0];
}

async function subscribe(
  { stripe, price }: AssumptionTools,
  customer: { id: string; method: string },
  params: Partial<Stripe.SubscriptionCreateParams> = {},
) {
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    default_payment_method: customer.method,
    ...params,
  });
  const { latest_invoice: invoice, items } = subscription;
  return {
    subscription,
    id: subscription.id,
    invoice: typeof invoice === 'string' ? invoice : (invoice?.id ?? ''),
    periodEnd: items.data[0]?.current_period_end ?? 0,
  };
}

async function intentOf({ stripe }: AssumptionTools, invoice: string): Promise<string> {
  const { data } = await stripe.invoicePayments.list({ invoice });
  return idOf(data[0]?.payment.payment_intent);
}

function idOf(object: string | { id: string } | undefined): string {
  return typeof object === 'string' ? object : (object?.id ?? '');
}

async function balanceOf({ stripe }: AssumptionTools, customerId: string): Promise<number | undefined> {
  const customer = await stripe.customers.retrieve(customerId);
  return customer.deleted ? undefined : customer.balance;
}

function expectThat(isSo: boolean, otherwise: string): AssumptionResult {
  return isSo ? 'held' : otherwise;
}

function asError(error: unknown): Stripe.errors.StripeError {
  if (error instanceof Stripe.errors.StripeError) return error;
  throw error;
}

async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError | undefined> {
  return call.then(() => undefined, asError);
}

function describe(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) return 'no refusal';
  return [error.statusCode, error.rawType, error.code, error.message].filter(Boolean).join(' ');
}
