import type { SsoCheck } from '@foyer/contracts/company/saml';
import {
  buildResponse,
  makeTestIdp,
  postable,
  readRequest,
  registerTestIdp,
  type ResponseOptions,
  type TestIdp,
} from '@foyer/testing/test-idp';
import type supertest from 'supertest';
import type { TestApi } from '../test-api.ts';

export const VICTIM = 'victim@acme.test';
/** Nora has an account at the identity provider and may sign in, but is not a user yet. */
export const NORA = 'nora@acme.test';

export interface SignIn {
  idp: TestIdp;
  requestId: string;
  relayState: string;
  browser: ReturnType<typeof supertest.agent>;
}

/** Two companies: one with the identity providers `acme`, `plain` and `eager`, the other with `rival`. */
export class AttackedCompanies {
  private constructor(
    readonly api: TestApi,
    /** Signs responses and assertions. Sends no unsolicited responses. */
    readonly acme: TestIdp,
    /** Signs assertions only. */
    readonly plain: TestIdp,
    /** May send unsolicited responses (IdP-initiated). */
    readonly eager: TestIdp,
    readonly rival: TestIdp,
  ) {}

  static async of(api: TestApi): Promise<AttackedCompanies> {
    const [acme, plain, eager, rival] = await Promise.all([
      makeTestIdp('acme'),
      makeTestIdp('plain'),
      makeTestIdp('eager'),
      makeTestIdp('rival'),
    ]);
    return new AttackedCompanies(api, acme, plain, eager, rival);
  }

  async recreate(): Promise<void> {
    const { prisma } = this.api;
    await this.api.empty();
    const teamId = await this.#addTeam('Acme', VICTIM);
    await registerTestIdp(prisma, this.acme, { teamId, domains: ['acme.test'] });
    await registerTestIdp(prisma, this.plain, { teamId, domains: ['plain.test'], isResponseSigned: false });
    await registerTestIdp(prisma, this.eager, {
      teamId,
      domains: ['eager.test'],
      isIdpInitiatedAllowed: true,
    });
    const rivalTeamId = await this.#addTeam('Rival', 'owner@rival.test');
    await registerTestIdp(prisma, this.rival, { teamId: rivalTeamId, domains: ['rival.test'] });
  }

  async #addTeam(name: string, ownerEmail: string): Promise<string> {
    const { id: teamId } = await this.api.prisma.team.create({ data: { name, plan: 'pro', seatLimit: 500 } });
    const ownerId = await this.addUser(teamId, ownerEmail);
    await this.api.prisma.team.update({ where: { id: teamId }, data: { ownerId } });
    return teamId;
  }

  async addUser(teamId: string, email: string, deactivatedAt: Date | null = null): Promise<string> {
    const { id } = await this.api.prisma.user.create({
      data: { email, firstName: 'Some', lastName: 'Body', teamId, deactivatedAt },
      select: { id: true },
    });
    return id;
  }

  async begin(idp: TestIdp = this.acme, browser?: SignIn['browser']): Promise<SignIn> {
    const agent = browser ?? (await this.api.visit()).agent;
    const { body } = await agent.get(`/idp/${idp.name}`).expect(200);
    const { saml, relayState } = body as { saml: string; relayState: string };
    return { idp, browser: agent, relayState, requestId: readRequest(saml).id };
  }

  answer({ idp, browser, relayState }: SignIn, xml: string) {
    return this.post(browser, idp, { SAMLResponse: postable(xml), RelayState: relayState });
  }

  post(browser: SignIn['browser'], idp: TestIdp, fields: Record<string, string | string[]>) {
    return browser
      .post(`/saml/${idp.name}/acs`)
      .set('accept', 'text/html')
      .type('form')
      .send(fields)
      .redirects(0);
  }

  async traces() {
    const { prisma } = this.api;
    const [sessions, users, identities, used] = await Promise.all([
      prisma.session.count(),
      prisma.user.findMany({ orderBy: { id: 'asc' } }),
      prisma.ssoIdentity.count(),
      prisma.usedAssertion.count(),
    ]);
    return { sessions, users, identities, used };
  }

  async rejections(): Promise<string[]> {
    const events = await this.api.prisma.auditEvent.findMany({
      where: { action: 'sso.login' },
      orderBy: { id: 'asc' },
      select: { outcome: true },
    });
    return events.map(({ outcome }) => outcome);
  }
}

/** Without other options, the response signs Nora in. */
export function respond({ idp, requestId }: SignIn, options: ResponseOptions = {}): string {
  const email = `nora@${idp.name}.test`;
  return buildResponse(idp, { inResponseTo: requestId, email, nameId: 'nora', ...options });
}

/** `check`: the portal's check that rejects the attack, if there is one. */
export interface Attack {
  what: string;
  check?: SsoCheck;
  /** The browser is redirected to this page, by default to `/saml-error`. */
  page?: '/saml-pending' | '/saml-suspended';
  at?: 'acme' | 'plain' | 'eager' | 'rival';
  answer: (signIn: SignIn, companies: AttackedCompanies) => string | Promise<string>;
}
