import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Prisma } from '@foyer/db/client';
import { tablesOfPeople, type AccessTable } from '@foyer/db/tables-of-people';
import { hashToken, mintToken } from '../request/secret-token.ts';
import { OwnershipTransferService } from '../teams/members/ownership-transfer.service.ts';
import { DeleteAccountService } from '../account/data/delete-account.service.ts';
import { signUp, signUpOwner } from '../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../test-support/test-api.ts';
import { passwordBody } from '../test-support/test-bodies.ts';
import { AccountMails } from '../identity/account-mails.service.ts';

const MILO = 'milo@acme.test';

let api: TestApi;
let owner: Visitor;
let milo: Visitor;
let miloId: string;
let idpId: string;
let resetToken: string;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.empty();
  owner = await signUpOwner(api, 'owner@acme.test', 5);
  milo = await signUp(api, MILO);
  const { id: teamId } = await api.prisma.team.findFirstOrThrow({
    where: { owner: { email: 'owner@acme.test' } },
  });
  const { id, teamId: ownTeamId } = await api.prisma.user.findUniqueOrThrow({ where: { email: MILO } });
  miloId = id;
  await api.prisma.team.update({ where: { id: ownTeamId }, data: { ownerId: null } });
  await api.prisma.user.update({ where: { id }, data: { teamId } });
  await api.prisma.team.delete({ where: { id: ownTeamId } });
  await api.pool.query('UPDATE sessions SET step_up_at = now()');
  const provider = {
    name: 'acme',
    teamId,
    entityId: 'https://idp.test',
    singleSignOnUrl: 'https://idp.test/sso',
  };
  ({ id: idpId } = await api.prisma.identityProvider.create({ data: provider }));
  resetToken = mintToken();
});

const someHash = () => hashToken(mintToken());
const tomorrow = () => new Date(Date.now() + 86_400_000);

/** `add` inserts a row for Milo. `live` counts Milo's rows that still give access. */
type Walk = { add: (note: { dependsOnIdp: string | null }) => Promise<unknown>; live: () => Promise<number> };

const ofMilo = () => ({ userId: miloId });
/** Rows are added in this order, because recovery codes and pending logins need a factor. */
const walks: Record<AccessTable, Walk> = {
  User: {
    add: () => Promise.resolve(),
    live: () =>
      api.prisma.user.count({ where: { id: miloId, passwordHash: { not: null }, deactivatedAt: null } }),
  },
  Passkey: {
    add: (note) =>
      api.prisma.passkey.create({
        data: { ...ofMilo(), ...note, credentialId: 'AA', publicKey: someHash(), counter: 0, name: 'Phone' },
      }),
    live: () => api.prisma.passkey.count({ where: ofMilo() }),
  },
  SecondFactor: {
    add: (note) =>
      api.prisma.secondFactor.create({
        data: { ...ofMilo(), ...note, sealedSecret: 'sealed', confirmedAt: new Date() },
      }),
    live: () => api.prisma.secondFactor.count({ where: ofMilo() }),
  },
  RecoveryCode: {
    add: (note) =>
      api.prisma.recoveryCode.create({ data: { ...ofMilo(), ...note, selector: 'AA', codeHash: 'hash' } }),
    live: () => api.prisma.recoveryCode.count({ where: ofMilo() }),
  },
  PendingLogin: {
    add: () =>
      api.prisma.pendingLogin.create({
        data: { ...ofMilo(), tokenHash: someHash(), expiresAt: tomorrow() },
      }),
    live: () => api.prisma.pendingLogin.count({ where: ofMilo() }),
  },
  FactorRecovery: {
    add: (note) =>
      api.prisma.factorRecovery.create({
        data: { ...ofMilo(), ...note, beganBy: 'owner', endsAt: tomorrow(), stopHash: someHash() },
      }),
    live: () => api.prisma.factorRecovery.count({ where: { ...ofMilo(), overAt: null } }),
  },
  OneTimeLink: {
    add: () =>
      api.prisma.oneTimeLink.create({
        data: {
          ...ofMilo(),
          purpose: 'reset_password',
          email: MILO,
          tokenHash: hashToken(resetToken),
          expiresAt: tomorrow(),
        },
      }),
    live: () => api.prisma.oneTimeLink.count({ where: { ...ofMilo(), usedAt: null, replacedAt: null } }),
  },
  AddressChange: {
    add: () =>
      api.prisma.addressChange.create({
        data: {
          ...ofMilo(),
          oldEmail: MILO,
          newEmail: 'milo@example.com',
          tokenHash: someHash(),
          expiresAt: tomorrow(),
        },
      }),
    live: () => api.prisma.addressChange.count({ where: { ...ofMilo(), replacedAt: null } }),
  },
  SsoIdentity: {
    add: () =>
      api.prisma.ssoIdentity.create({ data: { ...ofMilo(), identityProviderId: idpId, nameId: 'milo' } }),
    live: () => api.prisma.ssoIdentity.count({ where: ofMilo() }),
  },
  PendingIdentity: {
    add: () =>
      api.prisma.pendingIdentity.create({
        data: {
          ...ofMilo(),
          identityProviderId: idpId,
          nameId: 'other',
          email: 'former@acme.test',
          firstName: 'Milo',
          lastName: 'Member',
        },
      }),
    live: () => api.prisma.pendingIdentity.count({ where: ofMilo() }),
  },
  OwnerOffer: {
    add: async () => {
      const { id: ownerId, teamId } = await api.prisma.user.findUniqueOrThrow({
        where: { email: 'owner@acme.test' },
      });
      await api.prisma.ownerOffer.create({
        data: { teamId, ownerId, memberId: miloId, expiresAt: tomorrow() },
      });
    },
    live: async () => {
      const { teamId } = await api.prisma.user.findUniqueOrThrow({ where: { email: 'owner@acme.test' } });
      return (await api.service(OwnershipTransferService).find({ teamId, userId: miloId })) ? 1 : 0;
    },
  },
  // This session is in another browser than the one that sends the request.
  Session: {
    add: (note) =>
      api.prisma.session.create({
        data: { ...ofMilo(), ...note, userAgent: 'elsewhere', tokenHash: someHash(), expiresAt: tomorrow() },
      }),
    live: () => api.prisma.session.count({ where: { ...ofMilo(), userAgent: 'elsewhere' } }),
  },
  KnownDevice: {
    add: (note) => api.prisma.knownDevice.create({ data: { ...ofMilo(), ...note, tokenHash: someHash() } }),
    live: () => api.prisma.knownDevice.count({ where: ofMilo() }),
  },
  OAuthGrant: {
    add: async (note) => {
      const app = { clientId: 'planner', name: 'Planner', redirectUris: ['https://app.test/cb'] };
      const { id: clientId } = await api.prisma.oAuthClient.create({ data: { ...app, scopes: ['profile'] } });
      await api.prisma.oAuthGrant.create({
        data: { ...ofMilo(), ...note, clientId, scopes: ['profile'], expiresAt: tomorrow() },
      });
    },
    live: () => api.prisma.oAuthGrant.count({ where: { ...ofMilo(), revokedAt: null } }),
  },
};

async function switchTeam(): Promise<number> {
  const other = await signUpOwner(api, 'other@example.com', 3);
  const { body } = await other.post('/team/invitations', { emails: [MILO] });
  const [invited] = (body as { results: { link?: string }[] }).results;
  return (await milo.post(`/team-switch/${invited?.link?.split('/').at(-1)}`, {})).status;
}

/** Access that Milo got by company sign-in, and that ends when company sign-in ends. */
const DEPENDENT: AccessTable[] = [
  ...(['Passkey', 'SecondFactor', 'RecoveryCode', 'PendingLogin', 'FactorRecovery'] as const),
  ...(['Session', 'KnownDevice', 'OAuthGrant'] as const),
];
/**
 * Access that ends if the identity provider is deleted or gets another issuer, even if Milo got it by his own login.
 */
const OF_COMPANY: AccessTable[] = ['SsoIdentity', 'PendingIdentity'];
/** Access that ends with the team, even if Milo got it by his own login. */
const OF_TEAM: AccessTable[] = [...OF_COMPANY, 'OwnerOffer', 'Session', 'OAuthGrant'];
const LOGINS: AccessTable[] = [
  ...(['PendingLogin', 'FactorRecovery', 'OneTimeLink', 'Session', 'KnownDevice', 'OAuthGrant'] as const),
];

const PROOFS: AccessTable[] = ['PendingLogin', 'FactorRecovery', 'OneTimeLink', 'KnownDevice'];
const OF_FACTOR: AccessTable[] = ['SecondFactor', 'RecoveryCode', 'PendingLogin', 'FactorRecovery'];

async function changeInStudio(
  data: Pick<Prisma.UserUpdateInput, 'deactivatedAt' | 'email' | 'passwordHash'>,
): Promise<number> {
  await api.prisma.user.update({ where: { id: miloId }, data });
  return 200;
}

/** `, company` in a mail means that it announces the end of company sign-in. */
type Ended = { gone: AccessTable[]; mails: string[] };

/**
 * `own`: the effect on rows that Milo added by his own logins. `dependent`: the effect on rows that he added by company
 * sign-in.
 */
const ways: Record<string, { end: () => Promise<number>; own: Ended; dependent: Ended }> = {
  'the identity provider is switched off': {
    end: async () => {
      await api.prisma.identityProvider.update({ where: { id: idpId }, data: { isEnabled: false } });
      return 200;
    },
    own: { gone: [], mails: [] },
    // The identity is kept, but gives no access while its provider is off.
    dependent: { gone: DEPENDENT, mails: ['access-ended'] },
  },
  'the identity provider is deleted': {
    end: async () => {
      await api.prisma.identityProvider.delete({ where: { id: idpId } });
      return 200;
    },
    own: { gone: OF_COMPANY, mails: [] },
    dependent: { gone: [...DEPENDENT, ...OF_COMPANY], mails: ['access-ended'] },
  },
  'the identity provider is given another issuer': {
    end: async () => {
      await api.prisma.identityProvider.update({ where: { id: idpId }, data: { entityId: 'urn:other' } });
      return 200;
    },
    own: { gone: OF_COMPANY, mails: [] },
    dependent: { gone: [...DEPENDENT, ...OF_COMPANY], mails: ['access-ended'] },
  },
  'the user leaves the team': {
    end: async () => (await milo.post('/team/leave', {})).status,
    own: { gone: OF_TEAM, mails: ['left-team, company'] },
    dependent: { gone: [...DEPENDENT, ...OF_TEAM], mails: ['left-team, company', 'access-ended'] },
  },
  'the user is removed from the team': {
    end: async () => (await owner.delete(`/team/members/${miloId}`)).status,
    own: { gone: OF_TEAM, mails: ['removed, company'] },
    dependent: { gone: [...DEPENDENT, ...OF_TEAM], mails: ['removed, company', 'access-ended'] },
  },
  'the user switches to another team': {
    end: switchTeam,
    own: { gone: OF_TEAM, mails: ['switched-team, company'] },
    dependent: { gone: [...DEPENDENT, ...OF_TEAM], mails: ['switched-team, company', 'access-ended'] },
  },
  // Other rows are kept, because the account may be activated again. Until then, the user cannot log in.
  'the user is deactivated': {
    end: () => changeInStudio({ deactivatedAt: new Date() }),
    own: { gone: ['User', 'OwnerOffer', ...LOGINS], mails: [] },
    dependent: { gone: ['User', 'OwnerOffer', ...LOGINS], mails: [] },
  },
  'the user requests the deletion of the account': {
    end: async () => (await milo.post('/settings/data/deletion', {})).status,
    own: { gone: ['OwnerOffer', 'Session', 'OAuthGrant'], mails: ['account-leaving'] },
    dependent: { gone: ['OwnerOffer', 'Session', 'OAuthGrant'], mails: ['account-leaving'] },
  },
  'an administrator changes the address': {
    end: () => changeInStudio({ email: 'milo@example.com' }),
    own: { gone: PROOFS, mails: [] },
    dependent: { gone: PROOFS, mails: [] },
  },
  // Known browsers are kept, because they depend on the address and not on the password. Sessions are kept too.
  'an administrator removes the password': {
    end: () => changeInStudio({ passwordHash: null }),
    own: { gone: ['User', 'PendingLogin', 'FactorRecovery', 'OneTimeLink'], mails: [] },
    dependent: { gone: ['User', 'PendingLogin', 'FactorRecovery', 'OneTimeLink'], mails: [] },
  },
  'an administrator removes the second factor': {
    end: async () => {
      await api.prisma.secondFactor.delete({ where: ofMilo() });
      return 200;
    },
    own: { gone: OF_FACTOR, mails: [] },
    dependent: { gone: OF_FACTOR, mails: [] },
  },
  // Passkeys are kept, and the mail counts them. An open change of address is kept too, because its link works only in
  // a session of the user.
  'the password is reset': {
    end: async () => {
      const stranger = await api.visit();
      const body = passwordBody('Another-Good-One-9!');
      return (await stranger.post(`/reset-password?resetToken=${resetToken}`, body)).status;
    },
    own: { gone: LOGINS, mails: ['password-changed'] },
    dependent: { gone: LOGINS, mails: ['password-changed'] },
  },
  'the user is erased': {
    end: async () => {
      await api.pool.query(`UPDATE users SET leaving_at = now() - interval '15 days' WHERE id = $1`, [
        miloId,
      ]);
      await api.service(DeleteAccountService).eraseDue();
      return 200;
    },
    own: { gone: Object.keys(walks) as AccessTable[], mails: ['account-erased'] },
    dependent: { gone: Object.keys(walks) as AccessTable[], mails: ['account-erased'] },
  },
};

async function endBy(end: () => Promise<number>, dependsOnIdp: string | null): Promise<Ended> {
  for (const { add } of Object.values(walks)) await add({ dependsOnIdp });
  expect(await end()).toBe(200);
  await api.service(AccountMails).mailEndedAccess();
  const gone: AccessTable[] = [];
  for (const table of Object.keys(walks) as AccessTable[])
    if ((await walks[table].live()) === 0) gone.push(table);
  const mails = (await api.queuedMails())
    .filter(({ to, kind }) => to === MILO && !['welcome', 'team-invitation'].includes(kind))
    .map(({ kind, content }) => ('hadCompany' in content && content.hadCompany ? `${kind}, company` : kind));
  return { gone: gone.sort(), mails };
}

const sorted = ({ gone, mails }: Ended): Ended => ({ gone: [...new Set(gone)].sort(), mails });

describe('access to an account', () => {
  it('is tested for every table that gives access', () => {
    const marked = Object.entries(tablesOfPeople).filter(([, { opens }]) => opens !== 'nothing');
    expect(Object.keys(walks).sort()).toEqual(marked.map(([table]) => table).sort());
  });

  describe.each(Object.entries(ways))('when %s', (_way, { end, own, dependent }) => {
    it('ends as specified if it depends on the user’s own login', async () => {
      expect(await endBy(end, null)).toEqual(sorted(own));
    });

    it('ends as specified if it depends on company sign-in', async () => {
      expect(await endBy(end, idpId)).toEqual(sorted(dependent));
    });
  });
});
