import { signUpBody } from '@foyer/testing/sign-up-body';
import { GOOD_PASSWORD, passwordBody } from './test-bodies.ts';
import type { TestApi, Visitor } from './test-api.ts';

/** A signed-in visitor with an account and a team, made through the public endpoints. */
export async function signUp(api: TestApi, email: string, changes = {}): Promise<Visitor> {
  const visitor = await api.visit();
  succeeded(await visitor.post('/register-by-email', signUpBody({ email, ...changes })));
  const token = await api.mailedToken(email, 'verify-email');
  succeeded(await visitor.post(`/reset-password?resetToken=${token}`, passwordBody()));
  await visitor.refreshCsrfToken();
  return visitor;
}

/** Fails where the account is made and not where it is missed. */
function succeeded({ status, text }: { status: number; text: string }): void {
  if (status >= 400) throw new Error(`Signing up was answered ${status}: ${text}`);
}

export async function signUpOwner(api: TestApi, email: string, seatLimit: number): Promise<Visitor> {
  const visitor = await signUp(api, email);
  await api.prisma.team.updateMany({ where: { owner: { email } }, data: { seatLimit } });
  return visitor;
}

/** A valid body of `POST /register-team-member`. */
export function teamMemberBody(email: string, inviteId: string, changes = {}) {
  return {
    form_type: 'TEAM_MEMBER_SIGNUP',
    first_name: 'Milo',
    last_name: 'Member',
    email,
    phone: '1',
    job_title: 'Planner',
    inviteId,
    teamMember: true,
    country_code: 'US',
    state_code: 'CA',
    country_integration_value: 'US',
    state_integration_value: 'CA',
    opt_in: 'Yes',
    ...passwordBody(GOOD_PASSWORD),
    ...changes,
  };
}
