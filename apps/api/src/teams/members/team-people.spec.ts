import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PEOPLE_ON_A_PAGE, type TeamPeopleReply, type TeamReply } from '@foyer/contracts/teams/team';
import { signUpMember, signUpOwner } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';

const OWNER = 'olive@example.com';
const SEATS = 600;

describe('the members and invitations of a team', () => {
  let api: TestApi;
  let olive: Visitor;
  let teamId: string;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    olive = await signUpOwner(api, OWNER, SEATS);
    ({ id: teamId } = await api.prisma.team.findFirstOrThrow({ where: { owner: { email: OWNER } } }));
  });

  const addMembers = (count: number) =>
    api.prisma.user.createMany({
      data: Array.from({ length: count }, (_, number) => ({
        email: `member-${number}@example.com`,
        firstName: `Mia${number}`,
        lastName: 'Member',
        teamId,
      })),
    });
  const addInvitations = (count: number) =>
    api.prisma.teamInvitation.createMany({
      data: Array.from({ length: count }, (_, number) => ({
        email: `guest_${number}@example.com`,
        teamId,
        expiresAt: new Date(Date.now() + 86_400_000),
      })),
    });
  const list = async (query: Record<string, string>, visitor = olive) =>
    (await visitor.get(`/team/people?${new URLSearchParams(query)}`)).body as TeamPeopleReply;
  const team = async (visitor = olive) => (await visitor.get('/team')).body as TeamReply;
  const emailsOf = ({ members, invitations }: TeamPeopleReply) =>
    [...members, ...invitations].map(({ email }) => email);

  it('are paged, members first, without duplicates', async () => {
    await addMembers(70);
    await addInvitations(60);
    const first = await team();
    expect([first.members.length, first.invitations.length]).toEqual([PEOPLE_ON_A_PAGE, 0]);
    expect(first.members[0]).toMatchObject({ email: OWNER, isOwner: true, isYou: true });
    const seen = emailsOf(first);
    let pages = 1;
    for (let { next } = first; next; pages++) {
      const page = await list({ after: next });
      seen.push(...emailsOf(page));
      ({ next } = page);
    }
    expect(pages).toBe(3);
    expect(seen).toHaveLength(131);
    expect(new Set(seen).size).toBe(131);
    expect(seen.findIndex((email) => email.startsWith('guest'))).toBe(71);
  });

  it('offer no empty page after a page that is exactly full', async () => {
    await addMembers(PEOPLE_ON_A_PAGE - 1);
    expect(await team()).not.toHaveProperty('next');
    await addInvitations(1);
    const { next = '' } = await team();
    const last = await list({ after: next });
    expect([emailsOf(last), last.next]).toEqual([['guest_0@example.com'], undefined]);
  });

  it('are shown and found in the name order of their script', async () => {
    await addMembers(8);
    const email = 'member-7@example.com';
    await api.prisma.user.update({ where: { email }, data: { firstName: '太郎', lastName: '山田' } });
    const { members } = await list({ search: '山田太' });
    expect(members).toMatchObject([{ name: '山田太郎', email }]);
    expect(emailsOf(await list({ search: '太郎 山田' }))).toEqual([email]);
  });

  it('can be searched by any part of name or address in any case, and filtered', async () => {
    await addMembers(12);
    await addInvitations(3);
    const of = async (query: Record<string, string>) => emailsOf(await list(query));
    expect(await of({ search: 'MIA7 mem' })).toEqual(['member-7@example.com']);
    expect(await of({ search: 'guest_1' })).toEqual(['guest_1@example.com']);
    expect(await of({ search: 'olive' })).toEqual([OWNER]);
    for (const search of ['%', 'm_a', '\\', "'; --"]) expect(await of({ search })).toEqual([]);
    expect(await of({ show: 'invited' })).toHaveLength(3);
    expect(await of({ show: 'members' })).toHaveLength(13);
    expect(await of({ show: 'invited', search: 'mia' })).toEqual([]);
  });

  it('are counted for every member, but only the owner sees the invitations [asvs 8.2.3]', async () => {
    const milo = await signUpMember(api, 'milo@example.com', OWNER);
    await addMembers(3);
    await addInvitations(2);
    await api.prisma.user.update({
      where: { email: 'member-0@example.com' },
      data: { deactivatedAt: new Date() },
    });
    const taken = { members: 4, invitations: 2 };
    expect(await team()).toMatchObject({
      taken,
      ownerName: 'Ada Lovelace',
    });
    const seen = await team(milo);
    expect(seen).toMatchObject({ taken, seatLimit: SEATS, ownerName: 'Ada Lovelace', invitations: [] });
    expect(emailsOf(await list({ show: 'invited' }, milo))).toEqual([]);
    expect(emailsOf(await list({ search: 'guest' }, milo))).toEqual([]);
    expect(emailsOf(await list({}, milo))).not.toContain('member-0@example.com');
  });

  it('are hidden from other teams, even with a cursor of this team', async () => {
    const eve = await signUpOwner(api, 'eve@example.com', 5);
    const [first] = (await team()).members;
    expect(emailsOf(await list({ search: 'e' }, eve))).toEqual(['eve@example.com']);
    expect(emailsOf(await list({ after: `member.${first?.id}` }, eve))).not.toContain(OWNER);
    expect((await (await api.visit()).get('/team/people')).status).toBe(401);
    for (const query of ['after=x', 'after=member.x', 'show=all%27', `search=${'x'.repeat(201)}`])
      expect((await olive.get(`/team/people?${query}`)).status).toBe(400);
    expect((await olive.get('/team/people?search=a%00b')).status).toBe(200);
  });
});
