import type { TestApi } from './test-api.ts';

const TIMES = {
  lockouts: ['window_started_at', 'locked_until'],
  mail_waits: ['sent_at', 'mailed_at'],
  invitation_mail_waits: ['sent_at', 'refilled_at'],
  invitation_budgets: ['refilled_at'],
};

/** Lets seconds go by for everything that counts tries, invitations and mails. */
export async function passLimits({ pool }: TestApi, seconds: number): Promise<void> {
  for (const [table, columns] of Object.entries(TIMES)) {
    const changes = columns.map((column) => `${column} = ${column} - make_interval(secs => $1)`);
    await pool.query(`UPDATE ${table} SET ${changes.join(', ')}`, [seconds]);
  }
}
