import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { INVITATIONS_AT_ONCE } from '@foyer/contracts/teams/team';
import { invitationLimits, QUIET_INVITATIONS } from '../config/limits.ts';
import { Problem } from '../request/problem.ts';
import { registerApp, tokensFor } from '../test-support/oauth/test-app.ts';
import { signUp, signUpOwner } from '../test-support/test-accounts.ts';
import { TestApi } from '../test-support/test-api.ts';
import { shareEvent } from '../test-support/test-invitations.ts';
import { advanceLimits } from '../test-support/test-limits.ts';
import {
  appBudgets,
  InvitationMailsService,
  ownerBudgets,
  productBudgets,
  type SenderBudgets,
} from './invitation-mails.service.ts';

const ID = '00000000-0000-7000-8000-00000000000';
const [hourOfInviter, dayOfInviter] = invitationLimits.inviter.limits;
const [hourOfGrant] = invitationLimits.grant.limits;
const [hourOfApp] = invitationLimits.app.limits;

describe('invitation budgets', () => {
  let api: TestApi;
  let budgets: InvitationMailsService;
  beforeAll(async () => {
    api = await TestApi.start();
    budgets = api.service(InvitationMailsService);
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const inviter = (number = 1, team = number) => ownerBudgets(`${ID}${number}`, `${ID}${team}`);
  const throughApp = (grant: string, clientId = 'planner') =>
    appBudgets({ grantId: grant, clientId, user: { id: grant }, team: { id: grant } });
  const isGranted = async (sender: SenderBudgets, count = 1) =>
    budgets.spend(sender, count).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Problem && error.code === 'InvitationLimitReached') return false;
        throw error;
      },
    );
  const problemOf = async (sender: SenderBudgets, count = 1) =>
    budgets.spend(sender, count).then(
      () => undefined,
      (error: unknown) => (error instanceof Problem ? error : undefined),
    );

  it('grant the last invitation to one of 20 concurrent calls', async () => {
    await budgets.spend(inviter(), hourOfInviter.size - 1);
    const granted = await Promise.all(Array.from({ length: 20 }, () => isGranted(inviter())));
    expect(granted.filter(Boolean)).toHaveLength(1);
  });

  it('are never exceeded by concurrent calls, each of which is granted completely or not at all [asvs 2.3.2]', async () => {
    const granted = await Promise.all(Array.from({ length: 20 }, () => isGranted(inviter(), 30)));
    expect(granted.filter(Boolean)).toHaveLength(Math.floor(hourOfInviter.size / 30));
    expect(await isGranted(inviter(), hourOfInviter.size % 30)).toBe(true);
    expect(await isGranted(inviter())).toBe(false);
  });

  it('refill evenly, and grant fewer than two daily budgets in a day', async () => {
    await budgets.spend(inviter(), hourOfInviter.size);
    const each = hourOfInviter.seconds / hourOfInviter.size;
    await advanceLimits(api, each / 2);
    expect(await isGranted(inviter())).toBe(false);
    await advanceLimits(api, each / 2);
    expect([await isGranted(inviter()), await isGranted(inviter())]).toEqual([true, false]);
    // Sends as many as allowed in each hour of a day. Without a daily budget, the sender could spend 24 hourly budgets.
    let spent = hourOfInviter.size + 1;
    for (let hour = 1; hour < 24; hour++) {
      await advanceLimits(api, hourOfInviter.seconds);
      while (await isGranted(inviter(), 10)) spent += 10;
    }
    expect(spent).toBeLessThan(2 * dayOfInviter.size);
  });

  it('report how many invitations can be sent now, and when all can be sent', async () => {
    await budgets.spend(inviter(), hourOfInviter.size - 12);
    const refused = await problemOf(inviter(), 50);
    expect(refused?.message).toMatch(
      /^You can send only 12 more invitations right now, and all of these in \d+ minutes\.$/,
    );
    expect(refused?.retryAfterSeconds).toBeGreaterThan(0);
    await advanceLimits(api, refused?.retryAfterSeconds ?? 0);
    expect(await isGranted(inviter(), 50)).toBe(true);
    expect((await problemOf(inviter()))?.message).toMatch(/^You’ve sent a lot of invitations. Try again in/);
  });

  it('charge nothing for rejected calls, and are separate for each sender', async () => {
    await budgets.spend(inviter(1, 1), hourOfInviter.size);
    expect(await isGranted(inviter(1, 2))).toBe(false);
    expect(await isGranted(inviter(2, 2), hourOfInviter.size)).toBe(true);
    // Team 2 has half of its budget left, because the rejected call charged nothing.
    expect(await isGranted(inviter(3, 2), hourOfInviter.size)).toBe(true);
    expect(await isGranted(inviter(4, 2))).toBe(false);
    expect(await isGranted(inviter(4, 4))).toBe(true);
  });

  it('refund invitations that were not sent', async () => {
    await budgets.spend(inviter(), hourOfInviter.size);
    await budgets.refund(inviter(), 3);
    expect([await isGranted(inviter(), 3), await isGranted(inviter())]).toEqual([true, false]);
  });

  it('of an app leave a limited reserve for users who have sent few invitations', async () => {
    const startedAt = Date.now();
    const each = hourOfGrant.size;
    for (let number = 0; number * each < hourOfApp.size; number++)
      await isGranted(throughApp(`busy-${number}`), each);
    await isGranted(throughApp('rest'), hourOfApp.size % each);
    expect(await isGranted(throughApp('busy'), QUIET_INVITATIONS + 1)).toBe(false);
    expect(await isGranted(throughApp('quiet'), QUIET_INVITATIONS)).toBe(true);
    expect(await isGranted(throughApp('quiet'))).toBe(false);
    let others = QUIET_INVITATIONS;
    while (await isGranted(throughApp(`quiet-${others}`), QUIET_INVITATIONS)) others += QUIET_INVITATIONS;
    // The budget refills while the calls run.
    const refilled = ((Date.now() - startedAt) / 3_600_000) * hourOfApp.size;
    expect(others).toBeLessThanOrEqual(hourOfApp.size + QUIET_INVITATIONS + refilled);
    expect(others).toBeGreaterThan(hourOfApp.size / 2);
    expect(await isGranted(throughApp('elsewhere', 'other'), QUIET_INVITATIONS + 1)).toBe(true);
    expect(await isGranted(productBudgets('olive@example.com'))).toBe(true);
  });

  it('stop a token that sends 240 invitations, with an OAuth error, and affect no other sender', async () => {
    const app = await registerApp(api, 'planner');
    const [eve, ada] = [await signUp(api, 'eve@example.com'), await signUp(api, 'ada@example.com')];
    const [token, other] = [
      await tokensFor(api, eve, app, 'events.invite'),
      await tokensFor(api, ada, app, 'events.invite'),
    ];
    const share = (number: number, { access_token } = token) =>
      api.http
        .post('/events/gala/invitations')
        .set('authorization', `Bearer ${access_token}`)
        .send({ email: `stranger-${number}@example.com`, event_name: 'Gala' });
    const replies = [];
    for (let number = 0; number < 240; number += 20)
      replies.push(
        ...(await Promise.all(Array.from({ length: 20 }, (_, position) => share(number + position)))),
      );
    const sent = replies.filter(({ status }) => status === 201).length;
    // The budget refills by one invitation per minute while the calls run.
    expect(sent).toBeGreaterThanOrEqual(hourOfGrant.size);
    expect(sent).toBeLessThan(hourOfGrant.size + 10);
    const refused = replies.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body]).toEqual([
      429,
      {
        error: 'temporarily_unavailable',
        error_description: expect.stringContaining('a lot of invitations'),
      },
    ]);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(await api.prisma.eventInvitation.count()).toBe(sent);
    const audited = await api.prisma.auditEvent.groupBy({
      by: ['outcome'],
      where: { action: 'event.invite', email: 'eve@example.com' },
      _count: true,
      orderBy: { outcome: 'asc' },
    });
    expect(audited).toEqual([
      { outcome: 'InvitationLimitReached', _count: 240 - sent },
      { outcome: 'ok', _count: sent },
    ]);
    expect((await share(999, other)).status).toBe(201);
    expect((await shareEvent(api, 'stranger@example.com')).status).toBe(201);
  });

  it('reject a list as a whole, charge nothing for members and invalid addresses, and affect no other owner', async () => {
    const olive = await signUpOwner(api, 'olive@example.com', 120);
    const list = (from: number, length: number) =>
      Array.from({ length }, (_, position) => `guest-${from + position}@example.com`);
    const invite = async (visitor: typeof olive, emails: string[]) =>
      visitor.post('/team/invitations', { emails });
    expect((await invite(olive, list(0, 50))).status).toBe(200);
    for (let tries = 0; tries < 3; tries++) await invite(olive, ['olive@example.com', 'nonsense']);
    const refused = await invite(olive, list(50, 60));
    expect([refused.status, refused.body]).toMatchObject([
      429,
      {
        code: 'InvitationLimitReached',
        message: expect.stringMatching(/only 5\d more invitations right now/),
      },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await api.prisma.teamInvitation.count()).toBe(50);
    expect(
      await api.prisma.auditEvent.count({
        where: { action: 'team.invite', outcome: 'InvitationLimitReached' },
      }),
    ).toBe(1);
    expect((await invite(olive, list(50, 50))).status).toBe(200);
    const [sent] = await api.prisma.teamInvitation.findMany({ take: 1, select: { id: true } });
    expect((await olive.delete(`/team/invitations/${sent?.id}`)).status).toBe(200);
    expect((await invite(olive, list(0, 20))).status).toBe(429);
    const otto = await signUpOwner(api, 'otto@example.com', 5);
    expect((await invite(otto, list(0, 2))).status).toBe(200);
  });

  it('are at least as large as the highest number of addresses in one call', () => {
    for (const { size } of [...invitationLimits.inviter.limits, ...invitationLimits.team.limits])
      expect(size).toBeGreaterThanOrEqual(INVITATIONS_AT_ONCE);
  });
});
