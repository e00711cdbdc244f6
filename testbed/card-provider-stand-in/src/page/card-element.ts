import { createInput, setStyles, type CardField } from './card-field.ts';
import {
  brandOf,
  cvcError,
  digitsOf,
  expiryError,
  formatExpiry,
  formatNumber,
  numberError,
  type FieldError,
} from './card-rules.ts';
import type { PageParams } from './provider-calls.ts';

type EventName = 'ready' | 'change' | 'focus' | 'blur' | 'escape';
type Handler = (event?: object) => void;

export interface CardOptions {
  hidePostalCode?: boolean;
  disabled?: boolean;
  classes?: Partial<Record<StateClass, string>>;
  style?: { base?: Record<string, unknown>; invalid?: Record<string, unknown> };
  value?: { postalCode?: string };
}

type StateClass = 'base' | 'complete' | 'empty' | 'focus' | 'invalid';

const STATE_CLASSES: Record<StateClass, string> = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
};

const FIELDS: CardField[] = [
  {
    name: 'number',
    label: 'Credit or debit card number',
    placeholder: 'Card number',
    autocomplete: 'cc-number',
    width: '12em',
    format: formatNumber,
  },
  {
    name: 'expiry',
    label: 'Credit or debit card expiration date',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
    width: '4.5em',
    format: formatExpiry,
  },
  {
    name: 'cvc',
    label: 'Credit or debit card CVC/CVV',
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
    width: '3em',
    format: (text) => digitsOf(text).slice(0, 4),
  },
  {
    name: 'postalCode',
    label: 'ZIP',
    placeholder: 'ZIP',
    autocomplete: 'billing postal-code',
    width: '4em',
    format: (text) => text.slice(0, 12),
  },
];

/** The card element. It adds its inputs to the page, while Stripe uses an iframe. */
export class CardElement {
  readonly #handlers = new Map<EventName, Set<Handler>>();
  readonly #inputs = new Map<CardField['name'], HTMLInputElement>();
  /** The fields that have lost focus or that `read` rejected. Before that, an incomplete field shows no error. */
  readonly #left = new Set<CardField['name']>();
  #options: CardOptions;
  #host: HTMLElement | undefined;
  #line: HTMLElement | undefined;
  #lastState = '';
  readonly #onDestroy: () => void;

  constructor(options: CardOptions, onDestroy: () => void) {
    this.#options = options;
    this.#onDestroy = onDestroy;
  }

  on(name: EventName, handler: Handler): this {
    const handlers = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, handlers.add(handler));
    return this;
  }

  once(name: EventName, handler: Handler): this {
    const once: Handler = (event) => {
      this.off(name, once);
      handler(event);
    };
    return this.on(name, once);
  }

  off(name: EventName, handler?: Handler): this {
    if (handler) this.#handlers.get(name)?.delete(handler);
    else this.#handlers.delete(name);
    return this;
  }

  #emit(name: EventName, event: object): void {
    for (const handler of [...(this.#handlers.get(name) ?? [])]) handler({ elementType: 'card', ...event });
  }

  mount(target: string | HTMLElement): void {
    const host = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
    if (!host) {
      throw new Error(
        `The selector you specified (${String(target)}) applies to no DOM elements that are currently on the page.`,
      );
    }
    this.unmount();
    this.#host = host;
    this.#line = document.createElement('div');
    this.#line.className = '__PrivateStripeElement';
    setStyles(this.#line, { display: 'flex', 'flex-wrap': 'wrap', gap: '0.25em' });
    for (const field of FIELDS) {
      if (field.name === 'postalCode' && this.#options.hidePostalCode) continue;
      const input = createInput(field);
      this.#inputs.set(field.name, input);
      this.#listen(input, field);
      this.#line.append(input);
    }
    const postalCode = this.#inputs.get('postalCode');
    if (postalCode) postalCode.value = this.#options.value?.postalCode ?? '';
    host.append(this.#line);
    this.#applyOptions();
    this.#lastState = JSON.stringify(this.#state());
    this.#showState();
    // Delayed like Stripe's iframe, because the caller attaches its listeners after this call.
    setTimeout(() => this.#line && this.#emit('ready', {}), 0);
  }

  #listen(input: HTMLInputElement, field: CardField): void {
    input.addEventListener('input', () => {
      const isAtEnd = input.selectionStart === input.value.length;
      const formatted = field.format(input.value);
      if (formatted !== input.value) {
        input.value = formatted;
        if (!isAtEnd) input.setSelectionRange(formatted.length, formatted.length);
      }
      if (field.name === 'number') this.#limitCvc();
      this.#changed();
      if (isAtEnd && !this.#errorOf(field.name) && document.activeElement === input) this.#moveOn(field);
    });
    input.addEventListener('focus', (event) => {
      this.#showState();
      if (!this.#isOwn(event.relatedTarget)) this.#emit('focus', {});
    });
    input.addEventListener('blur', (event) => {
      if (input.value !== '') this.#left.add(field.name);
      this.#changed();
      this.#showState();
      if (!this.#isOwn(event.relatedTarget)) this.#emit('blur', {});
    });
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#emit('escape', {});
      if (event.key === 'Enter') this.#submitForm(event);
    });
  }

  #isOwn(target: EventTarget | null): boolean {
    return target instanceof Node && this.#line?.contains(target) === true;
  }

  /** Submits the form on Enter. Stripe's element also does this by script, because its inputs are in an iframe. */
  #submitForm(event: Event): void {
    event.preventDefault();
    this.#host?.closest('form')?.requestSubmit();
  }

  #moveOn(field: CardField): void {
    if (field.name === 'postalCode') return;
    const next = FIELDS[FIELDS.indexOf(field) + 1];
    const input = next && this.#inputs.get(next.name);
    if (input?.value === '') input.focus();
  }

  #limitCvc(): void {
    const cvc = this.#inputs.get('cvc');
    if (cvc)
      cvc.maxLength = brandOf(this.#valueOf('number')).name === 'unknown' ? 4 : this.#brand().cvcLength;
  }

  #brand(): ReturnType<typeof brandOf> {
    return brandOf(this.#valueOf('number'));
  }

  #valueOf(name: CardField['name']): string {
    return this.#inputs.get(name)?.value ?? '';
  }

  #errorOf(name: CardField['name']): FieldError | undefined {
    const value = this.#valueOf(name);
    if (name === 'number') return numberError(value);
    if (name === 'expiry') return expiryError(value, new Date());
    if (name === 'cvc') return cvcError(value, this.#brand());
    return this.#inputs.has('postalCode') && value.trim() === ''
      ? { type: 'validation_error', code: 'incomplete_zip', message: 'Your postal code is incomplete.' }
      : undefined;
  }

  /** Returns the first error to show. An incomplete field has one only if it is in `#left`, an empty field has none. */
  #visibleError(): FieldError | undefined {
    for (const name of this.#inputs.keys()) {
      const error = this.#errorOf(name);
      const value = this.#valueOf(name);
      if (error && value !== '' && (!error.code.startsWith('incomplete') || this.#left.has(name)))
        return error;
    }
    return undefined;
  }

  #isComplete(): boolean {
    return [...this.#inputs.keys()].every((name) => !this.#errorOf(name));
  }

  #isEmpty(): boolean {
    return [...this.#inputs.values()].every((input) => input.value === '');
  }

  #state(): object {
    return {
      brand: this.#brand().name,
      complete: this.#isComplete(),
      empty: this.#isEmpty(),
      error: this.#visibleError(),
      value: { postalCode: this.#valueOf('postalCode') },
    };
  }

  #changed(): void {
    this.#showState();
    const state = this.#state();
    const text = JSON.stringify(state);
    if (text === this.#lastState) return;
    this.#lastState = text;
    this.#emit('change', state);
  }

  #showState(): void {
    const error = this.#visibleError();
    const states: Record<StateClass, boolean> = {
      base: true,
      complete: this.#isComplete(),
      empty: this.#isEmpty(),
      focus: this.#line?.contains(document.activeElement) ?? false,
      invalid: error !== undefined,
    };
    for (const [state, isOn] of Object.entries(states) as [StateClass, boolean][]) {
      this.#host?.classList.toggle(this.#options.classes?.[state] ?? STATE_CLASSES[state], isOn);
    }
    for (const [name, input] of this.#inputs) {
      const isFaulty = error !== undefined && this.#errorOf(name)?.code === error.code;
      input.setAttribute('aria-invalid', String(isFaulty));
    }
  }

  #applyOptions(): void {
    for (const input of this.#inputs.values()) {
      input.disabled = this.#options.disabled === true;
      for (const [property, value] of Object.entries(this.#options.style?.base ?? {})) {
        if (typeof value !== 'string') continue;
        input.style.setProperty(
          property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
          value,
        );
      }
    }
  }

  update(options: CardOptions): void {
    this.#options = { ...this.#options, ...options };
    this.#applyOptions();
  }

  focus(): void {
    this.#inputs.get('number')?.focus();
  }

  blur(): void {
    for (const input of this.#inputs.values()) input.blur();
  }

  clear(): void {
    for (const input of this.#inputs.values()) input.value = '';
    this.#left.clear();
    this.#changed();
  }

  unmount(): void {
    this.#line?.remove();
    for (const name of Object.keys(STATE_CLASSES) as StateClass[]) {
      this.#host?.classList.remove(this.#options.classes?.[name] ?? STATE_CLASSES[name]);
    }
    this.#line = undefined;
    this.#host = undefined;
    this.#inputs.clear();
    this.#left.clear();
  }

  destroy(): void {
    this.unmount();
    this.#handlers.clear();
    this.#onDestroy();
  }

  read(): { params: PageParams; error?: undefined } | { params?: undefined; error: FieldError } {
    if (!this.#line) {
      throw new Error(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      );
    }
    for (const name of this.#inputs.keys()) {
      const error = this.#errorOf(name);
      if (!error) continue;
      this.#left.add(name);
      this.#changed();
      return { error };
    }
    const expiry = digitsOf(this.#valueOf('expiry'));
    return {
      params: {
        number: digitsOf(this.#valueOf('number')),
        exp_month: expiry.slice(0, 2),
        exp_year: expiry.slice(2),
        cvc: this.#valueOf('cvc'),
      },
    };
  }

  get postalCode(): string | undefined {
    return this.#valueOf('postalCode') || undefined;
  }
}
