import { CardElement, type CardOptions } from './card-element.ts';
import { showBankChallenge } from './challenge.ts';
import { callProvider, type PageAnswer, type PageError, type PageParams } from './provider-calls.ts';

interface Intent {
  id: string;
  status: string;
  client_secret: string;
  last_payment_error?: PageError | null;
  last_setup_error?: PageError | null;
}

interface CardPaymentData {
  payment_method?: string | { card: CardElement | { token: string }; billing_details?: PageParams };
}

type IntentKind = 'payment_intents' | 'setup_intents';

class Elements {
  #card: CardElement | undefined;

  create(type: string, options: CardOptions = {}): CardElement {
    if (type !== 'card')
      throw new Error(`The stand-in of Stripe.js knows the card element only, not "${type}".`);
    if (this.#card) throw new Error('Can only create one Element of type card.');
    this.#card = new CardElement(options, () => {
      this.#card = undefined;
    });
    return this.#card;
  }

  update(): void {}
}

function createStripe(key: unknown): object {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new Error(
      'Please call Stripe() with your publishable key. You used an empty string or something that is no publishable key.',
    );
  }

  function cardParams(
    card: CardElement | { token: string },
  ): { params: PageParams; postalCode: string | undefined; error?: undefined } | { error: PageError } {
    if (!(card instanceof CardElement)) return { params: { token: card.token }, postalCode: undefined };
    const read = card.read();
    return read.error ? { error: read.error } : { params: read.params, postalCode: card.postalCode };
  }

  function methodParams(data: {
    card: CardElement | { token: string };
    billing_details?: PageParams | undefined;
  }): { params: PageParams; error?: undefined } | { params?: undefined; error: PageError } {
    const card = cardParams(data.card);
    if (card.error) return { error: card.error };
    const details = { ...data.billing_details };
    if (card.postalCode)
      details['address'] = { postal_code: card.postalCode, ...(details['address'] as object) };
    return { params: { type: 'card', card: card.params, billing_details: details } };
  }

  function pathOf(kind: IntentKind, clientSecret: string): string {
    const id = /^((pi|seti)_[^_]+)_secret_/.exec(clientSecret)?.[1];
    if (id === undefined) throw new Error('The client secret of an intent was expected.');
    return `/v1/${kind}/${id}`;
  }

  function retrieve(kind: IntentKind, clientSecret: string): Promise<PageAnswer<Intent>> {
    return callProvider<Intent>(key as string, 'GET', pathOf(kind, clientSecret), {
      client_secret: clientSecret,
    });
  }

  async function confirm(
    kind: IntentKind,
    clientSecret: string,
    data: CardPaymentData = {},
  ): Promise<PageAnswer<Intent>> {
    const params: PageParams = { client_secret: clientSecret, use_stripe_sdk: true };
    if (typeof data.payment_method === 'string') params['payment_method'] = data.payment_method;
    else if (data.payment_method) {
      const method = methodParams(data.payment_method);
      if (method.error) return { error: method.error };
      params['payment_method_data'] = method.params;
    } else {
      // Without a card, the call only shows the challenge if the intent waits for the bank, and does nothing if it has
      // succeeded.
      const waiting = await retrieve(kind, clientSecret);
      if (waiting.error || waiting.object.status === 'succeeded') return waiting;
      if (waiting.object.status === 'requires_action') return act(kind, waiting.object);
    }
    const confirmed = await callProvider<Intent>(
      key as string,
      'POST',
      `${pathOf(kind, clientSecret)}/confirm`,
      params,
    );
    return confirmed.error ? confirmed : act(kind, confirmed.object);
  }

  async function act(kind: IntentKind, intent: Intent): Promise<PageAnswer<Intent>> {
    if (intent.status !== 'requires_action') return { object: intent };
    const outcome = await showBankChallenge();
    const ended = await callProvider<Intent>(key as string, 'POST', `/_page/challenges/${intent.id}`, {
      client_secret: intent.client_secret,
      outcome,
    });
    if (ended.error) return ended;
    const { object } = ended;
    const error = kind === 'payment_intents' ? object.last_payment_error : object.last_setup_error;
    const name = kind === 'payment_intents' ? 'payment_intent' : 'setup_intent';
    return object.status !== 'succeeded' && error ? { error: { ...error, [name]: object } } : ended;
  }

  const named = async (name: string, answer: Promise<PageAnswer<unknown>>): Promise<object> => {
    const { object, error } = await answer;
    return error ? { error } : { [name]: object };
  };

  return {
    elements: () => new Elements(),

    async createToken(card: CardElement, data: PageParams = {}): Promise<object> {
      const read = cardParams(card);
      if (read.error) return { error: read.error };
      const { currency: _currency, ...details } = data;
      const zip = read.postalCode ? { address_zip: read.postalCode } : {};
      const params = { card: { ...zip, ...details, ...read.params } };
      return named('token', callProvider(key, 'POST', '/v1/tokens', params));
    },

    async createPaymentMethod(data: {
      type?: string;
      card: CardElement;
      billing_details?: PageParams;
    }): Promise<object> {
      const method = methodParams(data);
      if (method.error) return { error: method.error };
      return named('paymentMethod', callProvider(key, 'POST', '/v1/payment_methods', method.params));
    },

    confirmCardPayment: (secret: string, data?: CardPaymentData) =>
      named('paymentIntent', confirm('payment_intents', secret, data)),

    confirmCardSetup: (secret: string, data?: CardPaymentData) =>
      named('setupIntent', confirm('setup_intents', secret, data)),

    registerAppInfo(): void {},
    _registerWrapper(): void {},
  };
}

/** The release that @stripe/stripe-js expects. It logs a warning for any other. */
const RELEASE = 'endive';

(window as unknown as { Stripe: unknown }).Stripe = Object.assign(
  function Stripe(key: unknown): object {
    return createStripe(key);
  },
  { version: RELEASE },
);
