import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import type { InviteReply, TeamReply } from '@foyer/contracts/teams/team';
import { MAIL_COOLDOWN_SECONDS } from '@foyer/contracts/registration/verify-email';
import { INVITATIONS_IN_ONE_MAIL, limits } from '../config/limits.ts';
import { registerApp, tokensFor } from '../test-support/oauth/test-app.ts';
import { signUp, signUpOwner } from '../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../test-support/test-api.ts';
import { invitationsMailedTo, advanceTime, shareEvent } from '../test-support/test-invitations.ts';

const VICTIM = 'vera@example.com';
const PAST_THE_WAIT = MAIL_COOLDOWN_SECONDS + 1;

describe('mails about invitations', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const mails = () => invitationsMailedTo(api, VICTIM);
  const invite = async (owner: Visitor, ...emails: string[]) =>
    ((await owner.post('/team/invitations', { emails })).body as InviteReply).results;
  const outcomes = async (owner: Visitor, ...emails: string[]) =>
    (await invite(owner, ...emails)).map(({ outcome }) => outcome);
  const owner = (number: number) =>
    signUpOwner(api, `owner-${number}@example.com`, 5).then(async (visitor) => {
      const where = { owner: { email: `owner-${number}@example.com` } };
      await api.prisma.team.updateMany({ where, data: { name: `Team ${number}` } });
      return visitor;
    });
  const mailedStates = async () => {
    const codes = (await api.queuedMails()).flatMap((mail) =>
      mail.kind === 'team-invitation'
        ? [mail.content.code]
        : mail.kind === 'invitations'
          ? mail.content.invitations.flatMap((one) => (one.kind === 'team' ? [one.code] : []))
          : [],
    );
    const states = codes.map(async (code) => {
      const { body } = await api.http.get(`/invitation/team/${decodeInvitationCode(code)}`);
      return (body as { code?: string }).code ?? 'live';
    });
    return Promise.all(states);
  };

  it('combine the invitations of seven senders into one immediate mail and one after the cooldown', async () => {
    const owners = await Promise.all([owner(0), owner(1), owner(2)]);
    const tokens: string[] = [];
    for (let number = 0; number < 2; number++) {
      const app = await registerApp(api, `app-${number}`);
      const user = await signUp(api, `user-${number}@example.com`);
      tokens.push((await tokensFor(api, user, app, 'events.invite')).access_token);
    }
    const all = await Promise.all([
      ...owners.map((one) => one.post('/team/invitations', { emails: [VICTIM] })),
      ...tokens.map((token, number) =>
        api.http
          .post(`/events/app-${number}/invitations`)
          .set('authorization', `Bearer ${token}`)
          .send({ email: VICTIM, event_name: `Gala of app-${number}` }),
      ),
      ...Array.from({ length: 2 }, (_, number) =>
        shareEvent(api, VICTIM, { event: `event-${number}`, inviter: `guest-${number}@example.com` }),
      ),
    ]);
    for (const { status } of all) expect([200, 201]).toContain(status);
    const first = await mails();
    expect(first).toHaveLength(1);
    await advanceTime(api, PAST_THE_WAIT);
    const both = await mails();
    expect(both.length).toBeLessThanOrEqual(2);
    expect(both.flat().sort()).toEqual(
      [
        ...owners.map((_, number) => `Team ${number}`),
        ...tokens.map((_, number) => `Gala of app-${number}`),
        ...Array.from({ length: 2 }, (_, number) => `Gala of event-${number}`),
      ].sort(),
    );
    expect(await mailedStates()).toEqual(owners.map(() => 'live'));
  });

  it('combine six invitations from one team into one immediate mail and one after the cooldown', async () => {
    const olive = await owner(1);
    const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => outcomes(olive, VICTIM)));
    expect([first, ...others].flat()).not.toContain('noSeat');
    expect(await mails()).toHaveLength(1);
    expect(await outcomes(olive, VICTIM)).toEqual(['later']);
    await advanceTime(api, PAST_THE_WAIT);
    expect(await mails()).toEqual([['Team 1'], ['Team 1']]);
    expect(await mailedStates()).toEqual(['InvitationUnknown', 'live']);
    await advanceTime(api, PAST_THE_WAIT);
    expect(await mails()).toHaveLength(2);
  });

  it('change the mailed code only when they are written, and never the shared code', async () => {
    const olive = await owner(1);
    const [{ link } = { link: '' }] = await invite(olive, VICTIM);
    expect(await mailedStates()).toEqual(['live']);
    const [row] = ((await olive.get('/team')).body as TeamReply).invitations;
    const hashes = () =>
      api.prisma.teamInvitation.findFirstOrThrow({ select: { codeHash: true, sharedCodeHash: true } });
    const before = await hashes();
    expect((await olive.post(`/team/invitations/${row?.id}/resend`, {})).status).toBe(200);
    expect(await hashes()).toEqual(before);
    expect(await mailedStates()).toEqual(['live']);
    await advanceTime(api, PAST_THE_WAIT);
    expect(await mailedStates()).toEqual(['InvitationUnknown', 'live']);
    const after = await hashes();
    expect(after.sharedCodeHash).toEqual(before.sharedCodeHash);
    expect(after.codeHash).not.toEqual(before.codeHash);
    expect((await invite(olive, VICTIM))[0]?.link).toBe(link);
  });

  it('skip ended invitations, and keep the seat and restart the seven days of the others', async () => {
    const [olive, otto] = [await owner(1), await owner(2)];
    await outcomes(olive, VICTIM);
    await mails();
    const third = await owner(3);
    expect([await outcomes(otto, VICTIM), await outcomes(third, VICTIM)]).toEqual([['later'], ['later']]);
    const [withdrawn] = ((await otto.get('/team')).body as TeamReply).invitations;
    await otto.delete(`/team/invitations/${withdrawn?.id}`);
    // The seat limit is lowered meanwhile, but the invitation keeps its seat.
    await api.prisma.team.updateMany({ where: { name: 'Team 3' }, data: { seatLimit: 1 } });
    await api.pool.query("UPDATE team_invitations SET expires_at = now() + interval '1 day'");
    await advanceTime(api, PAST_THE_WAIT);
    expect(await mails()).toEqual([['Team 1'], ['Team 3']]);
    const { rows } = await api.pool.query(
      `SELECT t.name FROM team_invitations i JOIN teams t ON t.id = i.team_id
        WHERE i.expires_at > now() + interval '6 days 23 hours'`,
    );
    expect(rows).toEqual([{ name: 'Team 3' }]);
  });

  it('are limited per day, and the next mail includes a team’s invitation before those of many strangers', async () => {
    const { size: burst, seconds } = limits.invitationMails;
    for (let number = 0; number <= burst; number++) {
      await shareEvent(api, VICTIM, { event: `flood-${number}` });
      await advanceTime(api, PAST_THE_WAIT);
    }
    expect(await mails()).toHaveLength(burst);
    await shareEvent(api, VICTIM, { event: 'more-1' });
    await api.pool.query(
      `INSERT INTO event_invitations SELECT (jsonb_populate_record(i, jsonb_build_object(
         'id', gen_random_uuid(), 'event_id', 'more-' || n, 'event_name', 'Gala of more-' || n,
         'code_hash', NULL, 'shared_code_hash', NULL))).*
         FROM event_invitations i, generate_series(2, $1) n WHERE event_id = 'more-1'`,
      [INVITATIONS_IN_ONE_MAIL + 5],
    );
    expect(await outcomes(await owner(1), VICTIM)).toEqual(['later']);
    await advanceTime(api, seconds / burst - 10 * PAST_THE_WAIT);
    expect(await mails()).toHaveLength(burst);
    await advanceTime(api, 10 * PAST_THE_WAIT);
    const next = (await mails())[burst] ?? [];
    expect(next).toHaveLength(INVITATIONS_IN_ONE_MAIL);
    expect(next).toContain('Team 1');
    await advanceTime(api, seconds / burst);
    const all = (await mails()).flat();
    expect(all).toHaveLength(burst + 1 + INVITATIONS_IN_ONE_MAIL + 5 + 1);
    expect(new Set(all).size).toBe(all.length);
  });

  it('have one waiting job per address, however many inviters request a mail', async () => {
    const addresses = [VICTIM, 'other@example.com'];
    for (const address of addresses) await shareEvent(api, address);
    await mails();
    await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        shareEvent(api, addresses[number % 2] ?? '', { event: `event-${number}` }),
      ),
    );
    const { rowCount } = await api.pool.query(
      "SELECT FROM pgboss.job WHERE name = 'invitation-mail' AND state = 'created'",
    );
    expect(rowCount).toBe(2);
    await advanceTime(api, PAST_THE_WAIT);
    for (const address of addresses)
      expect((await invitationsMailedTo(api, address)).map((names) => names.length)).toEqual([1, 3]);
  });

  it('are not sent before the cooldown ends, even if their job runs early', async () => {
    await shareEvent(api, VICTIM);
    await mails();
    await shareEvent(api, VICTIM, { event: 'second' });
    await api.makeJobsDue('invitation-mail');
    await advanceTime(api, 0);
    expect(await mails()).toHaveLength(1);
    await advanceTime(api, PAST_THE_WAIT);
    expect((await mails())[1]).toEqual(['Gala of second']);
  });

  it('are sent to other addresses during the cooldown', async () => {
    await shareEvent(api, VICTIM);
    await mails();
    await shareEvent(api, 'other@example.com');
    expect(await invitationsMailedTo(api, 'other@example.com')).toHaveLength(1);
  });
});
