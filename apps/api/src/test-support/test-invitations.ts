import type { Mail } from '@foyer/mail/mail-kinds';
import { INVITATION_MAIL_QUEUE } from '@foyer/mail/queues';
import { SERVICE_CREDENTIAL, type TestApi } from './test-api.ts';
import { advanceLimits } from './test-limits.ts';

export function shareEvent(api: TestApi, email: string, changes: { event?: string; inviter?: string } = {}) {
  const { event = 'event-7', inviter = 'olive@example.com' } = changes;
  return api.http
    .post(`/events/${event}/invitations`)
    .set('authorization', `Bearer ${SERVICE_CREDENTIAL}`)
    .send({
      email,
      event_name: `Gala of ${event}`,
      inviter: { name: inviter.split('@')[0], email: inviter },
    });
}

export async function invitationsMailedTo(api: TestApi, email: string): Promise<string[][]> {
  const mails = (await api.queuedMails()).filter(({ to }) => to === email);
  return mails.map(namesIn).filter((names) => names.length > 0);
}

function namesIn(mail: Mail): string[] {
  if (mail.kind === 'team-invitation') return [mail.content.teamName];
  if (mail.kind === 'event-invitation') return [mail.content.eventName];
  if (mail.kind !== 'invitations') return [];
  return mail.content.invitations.map((one) => (one.kind === 'team' ? one.teamName : one.eventName));
}

/** Simulates that time has passed, and waits for the invitation mails that have become due. */
export async function advanceTime(api: TestApi, seconds: number): Promise<void> {
  await api.queuedMails();
  await advanceLimits(api, seconds);
  await api.pool.query(
    `UPDATE pgboss.job SET start_after = start_after - make_interval(secs => $1)
      WHERE name = $2 AND state = 'created'`,
    [seconds, INVITATION_MAIL_QUEUE],
  );
  await api.wake(INVITATION_MAIL_QUEUE);
  await api.queuedMails();
}
