import { signUp } from './test-accounts.ts';
import type { TestApi } from './test-api.ts';

/** Creates a user who has just changed from `oldEmail` to another address and can still undo the change. */
export async function reserveAddress(api: TestApi, oldEmail: string): Promise<void> {
  const newEmail = `moved.${oldEmail}`;
  await signUp(api, newEmail);
  await api.pool.query(
    `INSERT INTO address_changes (user_id, old_email, new_email, expires_at, applied_at, undo_until)
     SELECT id, $1, $2, now(), now(), now() + interval '7 days' FROM users WHERE email = $2`,
    [oldEmail, newEmail],
  );
}

export const releaseAddresses = (api: TestApi) =>
  api.pool.query(`UPDATE address_changes SET undo_until = now() - interval '1 second'`);
