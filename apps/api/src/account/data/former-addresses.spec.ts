import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { erasePerson } from '@foyer/db/erase-person';
import { exportPerson } from '@foyer/db/export-person';
import { signUp, signUpOwner } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';

const [FIRST, SECOND, NOW] = ['ada@first.example.com', 'ada@second.example.com', 'ada@example.com'];
const BOSS = 'boss@example.com';

describe("data about a user's former address", () => {
  let api: TestApi;
  let boss: Visitor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    boss = await signUpOwner(api, BOSS, 9);
    await signUp(api, FIRST);
  });

  const move = (from: string, to: string) =>
    api.prisma.user.update({ where: { email: from }, data: { email: to } });
  const invite = async (email: string) => {
    expect((await boss.post('/team/invitations', { emails: [email] })).status).toBe(200);
    await api.queuedMails();
  };
  async function leaveTraces(email: string): Promise<void> {
    await (await api.visit()).post('/login', { email, password: 'wrong' });
    await (await api.visit()).post('/forgot-password', { email });
    await invite(email);
  }
  const exported = async (email: string, of = NOW) => {
    const { user, ...tables } = (await exportPerson(api.prisma, of)) ?? { user: null };
    const rows = Object.entries(tables).filter(
      ([, part]) => Array.isArray(part) && JSON.stringify(part).includes(email),
    );
    return rows.map(([name]) => name).toSorted();
  };
  const invitedAs = async (of: string) =>
    (
      (await exportPerson(api.prisma, of)) as unknown as { teamInvitations: { email: string }[] }
    ).teamInvitations
      .map(({ email }) => email)
      .toSorted();
  const erase = (email: string) =>
    api.prisma.$transaction((transaction) => erasePerson(transaction, email, { isPlanRunning: () => false }));
  const invitations = async () =>
    (await api.prisma.teamInvitation.findMany()).map(({ email }) => email).toSorted();

  it('is exported and erased with the user', async () => {
    await leaveTraces(FIRST);
    // An owner's decision about a company identity writes an entry with these details.
    await api.prisma.auditEvent.create({
      data: { action: 'team.same-person', outcome: 'ok', details: { address: FIRST, nameId: 'ada-1' } },
    });
    await move(FIRST, SECOND);
    await leaveTraces(SECOND);
    await move(SECOND, NOW);
    const tables = ['links', 'lockouts', 'mailLimits', 'securityLog', 'teamInvitations'];
    for (const email of [FIRST, SECOND])
      expect(await exported(email)).toEqual(expect.arrayContaining(tables));
    expect(await api.prisma.formerAddress.count()).toBe(2);
    await erase(NOW);
    for (const email of [FIRST, SECOND, NOW]) expect(await api.findRowsContaining(email)).toEqual([]);
  });

  it('no longer belongs to the user if it was created after the change', async () => {
    await invite(FIRST);
    await move(FIRST, NOW);
    await api.prisma.teamInvitation.updateMany({ data: { revokedAt: new Date() } });
    await invite(FIRST);
    expect(await invitedAs(NOW)).toEqual([FIRST]);
    await erase(NOW);
    expect(await api.prisma.teamInvitation.findMany()).toMatchObject([{ email: FIRST, revokedAt: null }]);
  });

  it('belongs to the user as long as the change can be undone', async () => {
    await move(FIRST, NOW);
    await api.pool.query(
      `INSERT INTO address_changes (user_id, old_email, new_email, expires_at, applied_at, undo_until)
       SELECT id, $1, $2, now(), now(), now() + interval '7 days' FROM users WHERE email = $2`,
      [FIRST, NOW],
    );
    await invite(FIRST);
    expect(await invitedAs(NOW)).toEqual([FIRST]);
  });

  it('is not exported to either user, nor erased, if another account has the address now', async () => {
    await invite(FIRST);
    await move(FIRST, NOW);
    await signUp(api, FIRST);
    expect(await invitedAs(NOW)).toEqual([]);
    expect(await exported(FIRST, FIRST)).not.toContain('teamInvitations');
    await erase(NOW);
    expect(await invitations()).toEqual([FIRST]);
    expect(await api.prisma.user.count({ where: { email: FIRST } })).toBe(1);
  });

  it('belongs to each of two former holders for the period in which they had the address', async () => {
    await invite(FIRST);
    await move(FIRST, NOW);
    await signUp(api, FIRST);
    await api.prisma.teamInvitation.updateMany({ data: { revokedAt: new Date() } });
    await invite(FIRST);
    await move(FIRST, 'bob@example.com');
    const [before, after] = await api.prisma.teamInvitation.findMany({ orderBy: { id: 'asc' } });
    const idsOf = async (of: string) =>
      (
        (await exportPerson(api.prisma, of)) as unknown as { teamInvitations: { id: string }[] }
      ).teamInvitations.map(({ id }) => id);
    expect([await idsOf(NOW), await idsOf('bob@example.com')]).toEqual([[before?.id], [after?.id]]);
    await erase('bob@example.com');
    expect(await api.prisma.teamInvitation.findMany()).toMatchObject([{ id: before?.id }]);
  });

  it('does not belong to the user if the change to that address was undone', async () => {
    const thief = 'thief@example.com';
    await invite(thief);
    const ada = await signUp(api, NOW);
    expect((await ada.post('/settings/profile/address', { email: thief })).status).toBe(200);
    const link = (await api.queuedMails()).find((mail) => mail.kind === 'confirm-address');
    const token = link?.kind === 'confirm-address' ? link.content.token : '';
    expect((await ada.post('/address-link', { token })).status).toBe(200);
    const undo = (await api.queuedMails()).find((mail) => mail.kind === 'address-changed');
    if (undo?.kind !== 'address-changed') throw new Error('no mail');
    const stranger = await api.visit();
    expect((await stranger.post('/address-undo', { token: undo.content.undoToken })).status).toBe(200);
    expect(await invitedAs(NOW)).toEqual([]);
    await erase(NOW);
    expect(await invitations()).toEqual([thief]);
  });

  it('does not include an address that the user has again', async () => {
    await move(FIRST, NOW);
    await move(NOW, FIRST);
    expect(await api.prisma.formerAddress.findMany()).toMatchObject([{ email: NOW }]);
  });
});
