import type { TestApi } from './test-api.ts';

/** Lets seconds go by for everything that counts tries, invitations and mails; by default a day, after which all begin anew. */
export async function passLimits({ pool }: TestApi, seconds = 86_400): Promise<void> {
  await pool.query(
    `WITH tries AS (
       UPDATE lockouts SET window_started_at = window_started_at - make_interval(secs => $1),
                           locked_until = locked_until - make_interval(secs => $1)
     ) UPDATE mail_limits SET empty_at = empty_at - make_interval(secs => $1)`,
    [seconds],
  );
}
