import {
  buildResponse,
  makeTestIdp,
  postable,
  readRequest,
  registerTestIdp,
  type ResponseOptions,
  type TestIdp,
} from '@foyer/testing/test-idp';
import { signUpOwner } from '../test-accounts.ts';
import type { TestApi, Visitor } from '../test-api.ts';

type Begun = { requestId: string; relayState: string };

export class TestCompany {
  private constructor(
    readonly idp: TestIdp,
    readonly idpId: string,
    readonly teamId: string,
    readonly owner: Visitor,
  ) {}

  /** The company has the domain `{name}.test` and the owner `owner@{name}.test`. */
  static async create(
    api: TestApi,
    name: string,
    {
      seatLimit = 5,
      keys = {},
      ...settings
    }: { seatLimit?: number; keys?: Partial<TestIdp> } & Partial<Parameters<typeof registerTestIdp>[2]> = {},
  ): Promise<TestCompany> {
    const email = `owner@${name}.test`;
    const owner = await signUpOwner(api, email, seatLimit);
    const team = await api.prisma.team.findFirstOrThrow({ where: { owner: { email } } });
    const idp = await makeTestIdp(name, keys);
    const idpId = await registerTestIdp(api.prisma, idp, {
      teamId: team.id,
      domains: [`${name}.test`],
      ...settings,
    });
    return new TestCompany(idp, idpId, team.id, owner);
  }

  async begin(visitor: Visitor, query = ''): Promise<Begun> {
    const { body } = await visitor.get(`/idp/${this.idp.name}${query}`);
    const { saml, relayState } = body as { saml: string; relayState: string };
    return { requestId: readRequest(saml).id, relayState };
  }

  post(visitor: Visitor, { requestId, relayState }: Begun, options: ResponseOptions = {}) {
    const xml = buildResponse(this.idp, { inResponseTo: requestId, ...options });
    return this.postForm(visitor, { SAMLResponse: postable(xml), RelayState: relayState });
  }

  postForm(visitor: Visitor, form: Record<string, string>) {
    return visitor.agent.post(`/saml/${this.idp.name}/acs`).type('form').send(form);
  }

  async signIn(visitor: Visitor, options: ResponseOptions = {}, query = ''): Promise<string | undefined> {
    const reply = await this.post(visitor, await this.begin(visitor, query), options);
    return reply.headers['location'];
  }

  async stepUp(visitor: Visitor, options: ResponseOptions = {}): Promise<string | undefined> {
    const location = await this.signIn(visitor, options, '?proof=1');
    await visitor.refreshCsrfToken();
    return location;
  }
}

export async function emailOf(visitor: Visitor): Promise<string | undefined> {
  const { body } = await visitor.get('/session');
  return (body as { user?: { email: string } }).user?.email;
}
