import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import type { InviteReply } from '@foyer/contracts/teams/team';
import { MAIL_COOLDOWN_SECONDS } from '@foyer/contracts/registration/verify-email';
import { readApiEnv } from '../config/env.ts';
import { signUpOwner } from '../test-support/test-accounts.ts';
import { advanceTime } from '../test-support/test-invitations.ts';
import { TestApi, testEnvironment, type Visitor } from '../test-support/test-api.ts';
import { InvitationsService } from './invitations.service.ts';

const MILO = 'milo@example.com';

describe('the two codes of an invitation', () => {
  let api: TestApi;
  let olive: Visitor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    olive = await signUpOwner(api, 'olive@example.com', 5);
  });

  const idOf = (code = '') => decodeInvitationCode(code) ?? '';
  async function invite(): Promise<string> {
    const { body } = await olive.post('/team/invitations', { emails: [MILO] });
    return (body as InviteReply).results[0]?.link?.split('/').at(-1) ?? '';
  }
  const find = (code: string) => api.service(InvitationsService).findTeamInvitation(idOf(code));

  it('open the same invitation, but only the mailed code proves the mailbox', async () => {
    const shared = await invite();
    const mailed = await api.mailedCode(MILO, 'team-invitation');
    expect(shared).not.toBe(mailed);
    expect(await find(shared)).toEqual({ ...(await find(mailed)), isByMailedCode: false });
    expect(await find(mailed)).toMatchObject({ email: MILO, isByMailedCode: true });
    expect(idOf(shared)).toMatch(/^[\w-]{43}$/);
  });

  it('are stored as hashes, and the shared code stays the same when the mailed code is replaced', async () => {
    const [shared, mailed] = [await invite(), await api.mailedCode(MILO, 'team-invitation')];
    expect(await invite()).toBe(shared);
    const { id } = await api.prisma.teamInvitation.findFirstOrThrow();
    expect((await olive.post(`/team/invitations/${id}/resend`, {})).status).toBe(200);
    // The old mailed code is valid until the job writes the next mail.
    expect(await find(mailed)).toMatchObject({ id, isByMailedCode: true });
    await advanceTime(api, MAIL_COOLDOWN_SECONDS + 1);
    await expect(find(mailed)).rejects.toThrow('isn’t valid');
    expect(await find(shared)).toMatchObject({ id, isByMailedCode: false });
    const { rows } = await api.pool.query<{ row: string }>('SELECT i::text AS row FROM team_invitations i');
    for (const code of [shared, await api.mailedCode(MILO, 'team-invitation')])
      for (const secret of [code, idOf(code), Buffer.from(idOf(code)).toString('hex')])
        expect(rows[0]?.row).not.toContain(secret);
  });

  it('include a shared code that stays the same during a rotation of its secret', async () => {
    const shared = await invite();
    const { id, sharedCodeHash } = await api.prisma.teamInvitation.findFirstOrThrow();
    const hash = sharedCodeHash ?? new Uint8Array();
    const next = 'a-new-csrf-secret-of-the-specs-0123456789';
    const shownWith = (secrets: string) =>
      new InvitationsService(
        api.prisma,
        readApiEnv({ ...testEnvironment(), CSRF_SECRET: secrets }),
      ).deriveSharedCode('team', id, hash);
    expect(shownWith(`${next},${testEnvironment()['CSRF_SECRET']}`)).toBe(shared);
    expect(shownWith(next)).toBeUndefined();
  });
});
