const TIMEOUT_MS = 30_000;

export type Reply = { status: number; body: Record<string, unknown>; headers: Headers };

export class Visitor {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  #csrfToken = '';

  private constructor(url: string) {
    this.#url = url;
  }

  static async open(url: string): Promise<Visitor> {
    const visitor = new Visitor(url);
    await visitor.refresh();
    return visitor;
  }

  /** Reads the session and its CSRF token again. A new session has a new token. */
  async refresh(): Promise<Reply> {
    const reply = await this.get('/session');
    this.#csrfToken = String(reply.body['csrfToken']);
    return reply;
  }

  get headers(): Record<string, string> {
    return {
      accept: 'application/json',
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'csrf-token': this.#csrfToken,
    };
  }

  at(url: string): Visitor {
    const visitor = new Visitor(url);
    for (const [name, value] of this.#cookies) visitor.#cookies.set(name, value);
    visitor.#csrfToken = this.#csrfToken;
    return visitor;
  }

  get(path: string): Promise<Reply> {
    return this.#send(path, { headers: this.headers });
  }

  post(path: string, body: object): Promise<Reply> {
    const headers = { ...this.headers, 'content-type': 'application/json' };
    return this.#send(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  submit(path: string, fields: Record<string, string>): Promise<Reply> {
    return this.#send(path, {
      method: 'POST',
      headers: { cookie: this.headers['cookie'] ?? '' },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  }

  async #send(path: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(this.#url + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: response.status, body, headers: response.headers };
  }
}
