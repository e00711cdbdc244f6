import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import type { WaitingInvitationsReply } from '@foyer/contracts/invitations/waiting-invitations';
import { signUp, signUpOwner } from '../../test-support/test-accounts.ts';
import { SERVICE_CREDENTIAL as CREDENTIAL, TestApi } from '../../test-support/test-api.ts';

describe('pending invitations of a user', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  it('are shown only to that user, and can be opened without the mail', async () => {
    const olive = await signUpOwner(api, 'olive@example.com', 3);
    const bob = await signUp(api, 'bob@example.com');
    await olive.post('/team/invitations', { emails: ['bob@example.com'] });
    // Waits for the mail about the first invitation, because one mail could cover both invitations.
    const mailed = await api.queuedMails();
    await api.http
      .post('/events/event-7/invitations')
      .set('authorization', `Bearer ${CREDENTIAL}`)
      .send({
        email: 'bob@example.com',
        event_name: 'Gala',
        inviter: { name: 'Olive', email: 'olive@example.com' },
      });
    const { invitations } = (await bob.get('/invitations/waiting')).body as WaitingInvitationsReply;
    expect(invitations).toMatchObject([
      { kind: 'team', name: 'Analytical Events', inviter: 'Ada Lovelace' },
      { kind: 'event', name: 'Gala', inviter: 'Olive' },
    ]);
    expect((await olive.get('/invitations/waiting')).body).toEqual({ invitations: [] });
    const [team, event] = invitations;
    expect((await olive.post(`/invitations/${team?.id}/open`, {})).status).toBe(404);
    const open = async (id = '') =>
      ((await bob.post(`/invitations/${id}/open`, {})).body as { path: string }).path;
    expect(await open(event?.id)).toMatch(/^\/join-event\/[\w-]+\?event_name=Gala$/);
    const path = await open(team?.id);
    expect(path).toMatch(/^\/switch-team\/[\w-]+$/);
    expect(await open(team?.id)).toBe(path);
    const mail = mailed.find((one) => one.kind === 'team-invitation');
    if (!mail) throw new Error('no mail');
    const byMail = await api.http.get(`/invitation/team/${decodeInvitationCode(mail.content.code)}`);
    expect(byMail.status).toBe(200);
    expect((await bob.post(path.replace('/switch-team/', '/team-switch/'), {})).status).toBe(200);
    expect((await (await api.visit()).get('/invitations/waiting')).status).toBe(401);
  });
});
