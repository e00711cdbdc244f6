import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { planTypes } from '@foyer/catalog/plans';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { signUp } from '../../test-support/test-accounts.ts';
import { releaseAddresses, reserveAddress } from '../../test-support/test-reserved-address.ts';
import { SERVICE_CREDENTIAL as CREDENTIAL, TestApi } from '../../test-support/test-api.ts';
import { passwordBody } from '../../test-support/test-bodies.ts';

const GUEST = 'gina@example.com';

describe('an invitation to an event', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const call = (credential: string | undefined, changes = {}) =>
    api.http
      .post('/events/event-7/invitations')
      .set(credential === undefined ? {} : { authorization: `Bearer ${credential}` })
      .send({
        email: GUEST,
        event_name: 'Spring Gala',
        inviter: { name: 'Olive Owner', email: 'olive@example.com' },
        ...changes,
      });
  async function invite(): Promise<{ code: string; id: string }> {
    await call(CREDENTIAL);
    const code = await api.mailedCode(GUEST, 'event-invitation');
    return { code, id: decodeInvitationCode(code) ?? '' };
  }
  const guestBody = (inviteId: string, changes = {}) => ({
    ...signUpBody({ email: GUEST, form_type: 'COLLAB_SIGNUP' as never }),
    inviteId,
    ...passwordBody(),
    ...changes,
  });

  it('can be sent only by the diagramming product', async () => {
    for (const credential of [undefined, '', 'wrong'.repeat(10), `${CREDENTIAL}x`])
      expect((await call(credential)).status).toBe(401);
    const reply = await call(CREDENTIAL);
    expect([reply.status, reply.body]).toEqual([
      201,
      { link: expect.stringMatching(/\/join-event\/[\w-]+\?event_name=Spring\+Gala$/) },
    ]);
    expect(await api.queuedMails()).toMatchObject([
      { kind: 'event-invitation', to: GUEST, content: { eventName: 'Spring Gala' } },
    ]);
    expect((await call(CREDENTIAL, { email: 'x' })).status).toBe(400);
  });

  it.each(planTypes)(
    'makes the guest a user with their own team after choosing %s, and takes no seat',
    async (plan) => {
      const { id } = await invite();
      expect((await api.http.get(`/invitation/event/${id}`)).body).toEqual({
        inviter: { name: 'Olive Owner', email: 'olive@example.com' },
        invitation: { email: GUEST },
      });
      const visitor = await api.visit();
      const reply = await visitor.post('/register-collaborator', guestBody(id, { plan }));
      expect([reply.status, reply.body]).toMatchObject([201, { user: { email: GUEST } }]);
      expect(await api.prisma.team.findMany({ include: { members: true } })).toMatchObject([
        { plan: 'free', hasIncompleteBilling: plan === 'pro', seatLimit: 1, members: [{ email: GUEST }] },
      ]);
      expect(await api.prisma.eventCollaboration.findMany()).toMatchObject([{ eventId: 'event-7' }]);
      expect((await visitor.get('/session')).body).toMatchObject({ user: { email: GUEST } });
    },
  );

  it('is accepted by one of 4 concurrent calls', async () => {
    const { id } = await invite();
    const replies = await Promise.all(
      Array.from({ length: 4 }, async () =>
        (await api.visit()).post('/register-collaborator', guestBody(id)),
      ),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    for (const { status } of replies) expect([201, 409, 410]).toContain(status);
    expect(await api.prisma.user.count()).toBe(1);
  });

  it('is rejected with another address, as a team invitation, and with an unknown id', async () => {
    const { id } = await invite();
    const visitor = await api.visit();
    expect(
      (await visitor.post('/register-collaborator', guestBody(id, { email: 'eve@example.com' }))).status,
    ).toBe(400);
    expect((await api.http.get(`/invitation/team/${id}`)).status).toBe(404);
    expect((await visitor.post('/register-collaborator', guestBody('A'.repeat(43)))).status).toBe(404);
    expect(await api.prisma.user.count()).toBe(0);
  });

  it('creates no user at an address that its previous user can still restore', async () => {
    await reserveAddress(api, GUEST);
    const { id } = await invite();
    const register = async () => (await api.visit()).post('/register-collaborator', guestBody(id));
    expect((await register()).body).toMatchObject({ code: 'AccountExists' });
    expect(await api.prisma.user.count({ where: { email: GUEST } })).toBe(0);
    await releaseAddresses(api);
    expect((await register()).status).toBe(201);
  });

  it('can be accepted once, only by a user with the invited address', async () => {
    const gina = await signUp(api, GUEST);
    const eve = await signUp(api, 'eve@example.com');
    const { code, id } = await invite();
    expect((await eve.post(`/event-accept/${code}`, {})).body).toMatchObject({ code: 'WrongAccount' });
    const taken = await (await api.visit()).post('/register-collaborator', guestBody(id));
    expect([taken.status, taken.body]).toMatchObject([409, { code: 'AccountExists' }]);
    expect((await gina.post(`/event-accept/${code}`, {})).status).toBe(200);
    expect((await gina.post(`/event-accept/${code}`, {})).body).toMatchObject({ code: 'InvitationUsed' });
    expect(await api.prisma.eventCollaboration.count()).toBe(1);
  });
});
