import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi } from '../../test-support/test-api.ts';

describe('PATCH /settings/team', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const signUpForPro = (email = 'ada@example.com') =>
    signUp(api, email, { plan: 'pro', form_type: 'FREEMIUM_SUCCESS_PRO' });
  const team = () => api.prisma.team.findFirstOrThrow({ where: { owner: { email: 'ada@example.com' } } });

  it('lets the owner stay on Free', async () => {
    const visitor = await signUpForPro();
    expect(await team()).toMatchObject({ plan: 'free', hasIncompleteBilling: true });
    const reply = await visitor.patch('/settings/team', { has_incomplete_billing: false });
    expect([reply.status, reply.body]).toEqual([200, { has_incomplete_billing: false }]);
    expect(await team()).toMatchObject({ plan: 'free', hasIncompleteBilling: false });
  });

  it.each([
    { has_incomplete_billing: true },
    { has_incomplete_billing: false, plan: 'pro' },
    {},
    { seat_limit: 9 },
  ])('rejects %j, and grants nothing', async (body) => {
    const visitor = await signUpForPro();
    expect((await visitor.patch('/settings/team', body)).status).toBe(400);
    expect(await team()).toMatchObject({ plan: 'free', hasIncompleteBilling: true, seatLimit: 1 });
  });

  it('rejects visitors, and members who do not own the team', async () => {
    const stranger = await api.visit();
    expect((await stranger.patch('/settings/team', { has_incomplete_billing: false })).status).toBe(401);
    await signUpForPro();
    const member = await signUpForPro('member@example.com');
    const { id: teamId } = await team();
    await api.prisma.team.update({ where: { id: teamId }, data: { seatLimit: 2 } });
    await api.prisma.team.updateMany({
      where: { owner: { email: 'member@example.com' } },
      data: { ownerId: null },
    });
    await api.prisma.user.update({ where: { email: 'member@example.com' }, data: { teamId } });
    const reply = await member.patch('/settings/team', { has_incomplete_billing: false });
    expect([reply.status, reply.body]).toMatchObject([403, { code: 'NotOwner' }]);
    expect(await team()).toMatchObject({ hasIncompleteBilling: true });
  });
});
