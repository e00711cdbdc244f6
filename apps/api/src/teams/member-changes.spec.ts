import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import type { InviteReply } from '@foyer/contracts/teams/team';
import { OWNER_NOTICE_QUEUE } from '@foyer/mail/queues';
import { signUpOwner, teamMemberBody } from '../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../test-support/test-api.ts';
import { advanceLimits } from '../test-support/test-limits.ts';

const OWNER = 'olive@example.com';

describe('the mail about member changes', () => {
  let replicas: [TestApi, TestApi];
  let api: TestApi;
  let olive: Visitor;
  beforeAll(async () => {
    replicas = await Promise.all([TestApi.start(), TestApi.start()]);
    [api] = replicas;
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));
  beforeEach(async () => {
    await api.empty();
    olive = await signUpOwner(api, OWNER, 30);
  });
  afterEach(() => api.queuedMails());

  const reported = async (to = OWNER) =>
    (await api.queuedMails()).flatMap((mail) =>
      mail.kind === 'members-changed' && mail.to === to
        ? [mail.content.people.map(({ email, what }) => `${email.split('@')[0]} ${what}`)]
        : [],
    );
  async function nextHour(): Promise<void> {
    await api.queuedMails();
    await advanceLimits(api, 3_601);
    await api.makeJobsDue(OWNER_NOTICE_QUEUE);
  }
  async function codeFor(owner: Visitor, email: string): Promise<string> {
    await owner.post('/team/invitations', { emails: [email] });
    return api.mailedCode(email, 'team-invitation');
  }
  async function join(email: string, replica = api): Promise<Visitor> {
    const id = decodeInvitationCode(await codeFor(olive, email)) ?? '';
    const visitor = await replica.visit();
    const { status } = await visitor.post('/register-team-member', teamMemberBody(email, id));
    expect(status).toBe(201);
    await visitor.refreshCsrfToken();
    return visitor;
  }

  it('reports the first accepted invitation immediately, and later changes in one mail', async () => {
    const mia = await join('mia@example.com');
    expect(await reported()).toEqual([['mia joined']]);
    await join('max@example.com');
    const bob = await signUpOwner(api, 'bob@example.com', 3);
    // Mia's address has just got a mail, so the next mail waits. The shared code exists immediately.
    const { body } = await bob.post('/team/invitations', { emails: ['mia@example.com'] });
    const [invited] = (body as InviteReply).results;
    await mia.post(`/team-switch/${invited?.link?.split('/').at(-1)}`, {});
    expect(await reported('bob@example.com')).toEqual([['mia joined']]);
    expect(await reported()).toHaveLength(1);
    await nextHour();
    expect(await reported()).toEqual([['mia joined'], ['max joined', 'mia left']]);
    await nextHour();
    expect(await reported()).toHaveLength(2);
  });

  it('reports members who leave for a team of their own', async () => {
    const mia = await join('mia@example.com');
    // Waits for the mail job. If it ran while Mia leaves, it would wait for the team's lock and report both changes.
    expect(await reported()).toEqual([['mia joined']]);
    expect((await mia.post('/team/leave', {})).status).toBe(200);
    await nextHour();
    expect(await reported()).toEqual([['mia joined'], ['mia left']]);
  });

  it('reports a member who declines to own the team', async () => {
    const mia = await join('mia@example.com');
    expect(await reported()).toEqual([['mia joined']]);
    const { id: member } = await api.prisma.user.findUniqueOrThrow({ where: { email: 'mia@example.com' } });
    await olive.post('/team/owner-offer', { member });
    await mia.delete('/team/owner-offer');
    await nextHour();
    expect(await reported()).toEqual([['mia joined'], ['mia declined']]);
  });

  it('does not report the owner’s own changes', async () => {
    await join('mia@example.com');
    const { id: member } = await api.prisma.user.findUniqueOrThrow({ where: { email: 'mia@example.com' } });
    await olive.post('/team/owner-offer', { member });
    await olive.delete('/team/owner-offer');
    await olive.delete(`/team/members/${member}`);
    await nextHour();
    expect(await reported()).toEqual([['mia joined']]);
  });

  it('reports each of four members exactly once when they join at two replicas concurrently', async () => {
    const emails = Array.from({ length: 4 }, (_, number) => `m${number}@example.com`);
    const codes: string[] = [];
    for (const email of emails) codes.push(decodeInvitationCode(await codeFor(olive, email)) ?? '');
    await Promise.all(
      emails.map(async (email, number) => {
        const visitor = await (replicas[number % 2] as TestApi).visit();
        await visitor.post('/register-team-member', teamMemberBody(email, codes[number] ?? ''));
      }),
    );
    await nextHour();
    const all = (await reported()).flat();
    expect(all.sort()).toEqual(emails.map((email) => `${email.split('@')[0]} joined`).sort());
  });
});
