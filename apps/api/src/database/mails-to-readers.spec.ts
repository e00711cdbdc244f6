import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { mailRules, type Mail, type MailKind } from '@foyer/mail/mail-kinds';
import { MAIL_QUEUE } from '@foyer/mail/queues';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi } from '../test-support/test-api.ts';

const [NOW, FORMER] = ['ada@new.example.com', 'ada@example.com'];
const SECURITY_NOTICES: readonly MailKind[] = [
  'account-locked',
  'codes-locked',
  'login-unfinished',
  'new-device',
  'password-changed',
  'passkey-changed',
  'second-factor-added',
  'second-factor-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'lost-factor',
  'new-sso-link',
  'app-granted',
  'data-ready',
  'handed-over',
  'account-leaving',
  'account-kept',
  'account-erased',
  'access-ended',
  'left-team',
  'switched-team',
  'removed',
];

describe('a mail to a user who can still undo a change of address', () => {
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

  async function readersOf(kinds: readonly MailKind[]): Promise<Partial<Record<string, string[]>>> {
    await api.prisma.$transaction(async (transaction) => {
      for (const kind of kinds)
        await api
          .service(MailQueue)
          .enqueueMail(transaction, { kind, to: NOW, content: { firstName: 'Ada' } } as Mail);
    });
    const { rows } = await api.pool.query<{ kind: string; reader: string }>(
      `SELECT data->>'kind' AS kind, concat_ws(' ', data->>'to', data->>'language') AS reader FROM pgboss.job
        WHERE name = $1 ORDER BY reader`,
      [MAIL_QUEUE],
    );
    return Object.fromEntries(
      kinds.map((kind) => [kind, rows.filter((row) => row.kind === kind).map(({ reader }) => reader)]),
    );
  }
  const toNow = [`${NOW} de`];

  it('goes to both addresses if it is a security notice, and otherwise only to the new address', async () => {
    const kinds = Object.keys(mailRules) as MailKind[];
    const toBoth = [`${FORMER} de`, ...toNow];
    expect(await readersOf(kinds)).toEqual(
      Object.fromEntries(kinds.map((kind) => [kind, SECURITY_NOTICES.includes(kind) ? toBoth : toNow])),
    );
  });

  it('contains the end of the undo period only in the copy to the old address', async () => {
    await readersOf(['passkey-changed']);
    const days = (await api.queuedMails()).map(({ to, undoUntil }) => [
      to,
      undoUntil && Math.round((undoUntil.getTime() - Date.now()) / 86_400_000),
    ]);
    expect(days.sort()).toEqual([
      [FORMER, 7],
      [NOW, undefined],
    ]);
  });

  it('goes only to the new address if the undo period is over or paused, or the change was undone', async () => {
    await api.pool.query(`UPDATE address_changes SET undo_until = now() - interval '1 second'`);
    expect(await readersOf(['passkey-changed'])).toEqual({ 'passkey-changed': toNow });
    await api.pool.query(
      `UPDATE address_changes SET undo_until = now() + interval '1 day', undone_at = now()`,
    );
    expect(await readersOf(['password-changed'])).toEqual({ 'password-changed': toNow });
    await api.pool.query(`UPDATE address_changes SET undone_at = NULL, held_at = now()`);
    expect(await readersOf(['codes-locked'])).toEqual({ 'codes-locked': toNow });
  });
});
