import {
  buildResponse,
  postable,
  readRequest,
  type ResponseOptions,
  type TestIdp,
} from '@foyer/testing/test-idp';
import type { TestApi } from '../test-api.ts';

export type Begun = { requestId: string; relayState: string };

const NAME = /^([^=]+)=([^;]*)/;

export class TestBrowser {
  readonly cookies = new Map<string, string>();

  constructor(private readonly api: TestApi) {}

  static copyOf(other: TestBrowser, api: TestApi = other.api): TestBrowser {
    const copy = new TestBrowser(api);
    for (const [name, text] of other.cookies) copy.cookies.set(name, text);
    return copy;
  }

  static nameOf = ({ relayState }: Begun): string => `saml-${relayState}`;

  get openCount(): number {
    return [...this.cookies.keys()].filter((name) => name.startsWith('saml-')).length;
  }

  get line(): string {
    return [...this.cookies].map(([name, text]) => `${name}=${text}`).join('; ');
  }

  async begin(idp: TestIdp, query = '', headers: Record<string, string> = {}): Promise<Begun> {
    const reply = await this.api.http
      .get(`/idp/${idp.name}${query}`)
      .set({ cookie: this.line, ...headers })
      .expect(200);
    this.#keep(reply.headers);
    const { saml, relayState } = reply.body as { saml: string; relayState: string };
    return { requestId: readRequest(saml).id, relayState };
  }

  async answer(
    idp: TestIdp,
    { requestId, relayState }: Begun,
    options: ResponseOptions = {},
    headers: Record<string, string> = {},
  ): Promise<string | undefined> {
    const email = `nora@${idp.name}.test`;
    const xml = buildResponse(idp, { inResponseTo: requestId, email, nameId: 'nora', ...options });
    return this.post(idp, { SAMLResponse: postable(xml), RelayState: relayState }, headers);
  }

  async post(
    idp: TestIdp,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<string | undefined> {
    const reply = await this.api.http
      .post(`/saml/${idp.name}/acs`)
      .set({ cookie: this.line, accept: 'text/html', ...headers })
      .type('form')
      .send(form);
    this.#keep(reply.headers);
    return (reply.headers as Record<string, string>)['location'];
  }

  async session(): Promise<{ user?: { email: string }; csrfToken: string }> {
    const reply = await this.api.http.get('/session').set('cookie', this.line);
    this.#keep(reply.headers);
    return reply.body as { user?: { email: string }; csrfToken: string };
  }

  async delete(path: string): Promise<unknown> {
    const { csrfToken } = await this.session();
    const reply = await this.api.http.delete(path).set({ cookie: this.line, 'csrf-token': csrfToken });
    return reply.body;
  }

  #keep(headers: Record<string, unknown>): void {
    const lines: unknown = headers['set-cookie'];
    for (const line of Array.isArray(lines) ? lines.map(String) : []) {
      const [, name = '', text = ''] = NAME.exec(line) ?? [];
      if (text === '') this.cookies.delete(name);
      else this.cookies.set(name, text);
    }
  }
}
