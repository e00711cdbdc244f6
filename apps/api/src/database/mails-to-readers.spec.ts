import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { Mail, MailKind } from '@foyer/mail/mail-kinds';
import { mailRules } from '@foyer/mail/mail-rules';
import { MAIL_QUEUE } from '@foyer/mail/queues';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi } from '../test-support/test-api.ts';

const [NOW, FORMER] = ['ada@new.example.com', 'ada@example.com'];
/** What tells somebody that their account is opened, changed or ended in another way than before. */
const SECURITY_NOTICES: readonly MailKind[] = [
  ...(['account-locked', 'codes-locked', 'login-unfinished', 'new-device'] as const),
  ...([
    'password-changed',
    'passkey-changed',
    'second-factor-added',
    'second-factor-removed',
    'recovery-codes-made',
    'recovery-code-used',
  ] as const),
  ...(['lost-factor', 'new-sso-link', 'app-granted', 'data-ready', 'handed-over'] as const),
  ...(['account-leaving', 'account-kept', 'account-erased', 'account-inactive'] as const),
];

describe('a mail to somebody whose change of address can still be taken back', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    await signUp(api, NOW);
    await api.prisma.user.update({ where: { email: NOW }, data: { language: 'de' } });
    await api.pool.query(
      `INSERT INTO address_changes (user_id, old_email, new_email, expires_at, applied_at, undo_until)
       SELECT id, $1, $2, now(), now(), now() + interval '7 days' FROM users WHERE email = $2`,
      [FORMER, NOW],
    );
    await api.pool.query('DELETE FROM pgboss.job');
  });

  async function readersOf(kind: MailKind): Promise<string[]> {
    const mail = { kind, to: NOW, content: { firstName: 'Ada' } } as Mail;
    await api.prisma.$transaction((transaction) => api.service(MailQueue).enqueueMail(transaction, mail));
    const { rows } = await api.pool.query<{ reader: string }>(
      `SELECT concat_ws(' ', data->>'to', data->>'language') AS reader FROM pgboss.job
        WHERE name = $1 AND data->>'kind' = $2 ORDER BY created_on, id`,
      [MAIL_QUEUE, kind],
    );
    return rows.map(({ reader }) => reader).toSorted();
  }

  it.each(Object.keys(mailRules) as MailKind[])('%s', async (kind) => {
    const former = SECURITY_NOTICES.includes(kind) ? [`${FORMER} de`] : [];
    expect(await readersOf(kind)).toEqual([...former, `${NOW} de`]);
  });

  it('goes to the new address alone when the change was taken back or cannot be any more', async () => {
    await api.pool.query(`UPDATE address_changes SET undo_until = now() - interval '1 second'`);
    expect(await readersOf('passkey-changed')).toEqual([`${NOW} de`]);
    await api.pool.query(
      `UPDATE address_changes SET undo_until = now() + interval '1 day', undone_at = now()`,
    );
    expect(await readersOf('password-changed')).toEqual([`${NOW} de`]);
  });
});
