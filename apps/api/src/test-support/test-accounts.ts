import { registerByEmailBody } from '@foyer/contracts/registration/sign-up';
import { registerTeamMemberBody } from '@foyer/contracts/teams/team';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { memberColumns } from '../registration/answer-columns.ts';
import { NewAccounts } from '../registration/new-accounts.service.ts';
import { insertRegistration } from '../registration/registrations.queries.ts';
import { answersOf, RegistrationsService } from '../registration/registrations.service.ts';
import { Passwords } from '../identity/passwords.ts';
import { hashToken, mintToken } from '../request/secret-token.ts';
import { SessionCookie } from '../identity/session-cookie.ts';
import { GOOD_PASSWORD, passwordBody } from './test-bodies.ts';
import type { TestApi, Visitor } from './test-api.ts';
import { testRequest } from './test-request.ts';

/** The password is hashed only once, because hashing takes half the time of a sign-up. */
let passwordHash: Promise<string> | undefined;
const hashOfGoodPassword = (api: TestApi) => (passwordHash ??= api.service(Passwords).hash(GOOD_PASSWORD));

/**
 * Creates the account through services, without mails and with a shared password hash. `signUpByMail` uses the public
 * endpoints instead.
 */
export async function signUp(api: TestApi, email: string, changes = {}): Promise<Visitor> {
  const body = registerByEmailBody.parse(signUpBody({ email, ...changes }));
  const choices = { passwordHash: await hashOfGoodPassword(api) };
  const registrations = api.service(RegistrationsService);
  const request = testRequest();
  await api.prisma.$transaction(async (transaction) => {
    const browserHash = hashToken(mintToken());
    await insertRegistration(transaction, answersOf(body, request.language), browserHash);
    const { id: registrationId } = await transaction.registration.findFirstOrThrow({
      where: { browserHash },
      select: { id: true },
    });
    const proved = { registrationId, email: body.email };
    const { sessionToken } = await registrations.createVerifiedUser(transaction, proved, choices, request);
    api.service(SessionCookie).write(request, sessionToken);
  });
  return api.visit(request.cookies.all);
}

export async function signUpByMail(api: TestApi, email: string, changes = {}): Promise<Visitor> {
  const visitor = await api.visit();
  succeeded(await visitor.post('/register-by-email', signUpBody({ email, ...changes })));
  const token = await api.mailedToken(email, 'verify-email');
  succeeded(await visitor.post(`/reset-password?resetToken=${token}`, passwordBody()));
  await visitor.refreshCsrfToken();
  return visitor;
}

function succeeded({ status, text }: { status: number; text: string }): void {
  if (status >= 400) throw new Error(`Signing up was answered ${status}: ${text}`);
}

export async function signUpOwner(api: TestApi, email: string, seatLimit: number): Promise<Visitor> {
  const visitor = await signUp(api, email);
  await api.prisma.team.updateMany({ where: { owner: { email } }, data: { seatLimit } });
  return visitor;
}

export async function signUpMember(api: TestApi, email: string, owner: string): Promise<Visitor> {
  const body = registerTeamMemberBody.parse(teamMemberBody(email, 'x'));
  const hashed = { passwordHash: await hashOfGoodPassword(api) };
  const person = { ...memberColumns(body), ...hashed, email, plan: 'free' } as const;
  const request = testRequest();
  await api.prisma.$transaction(async (transaction) => {
    const team = await transaction.team.findFirstOrThrow({ where: { owner: { email: owner } } });
    const { id } = await transaction.teamInvitation.create({
      data: { teamId: team.id, email, expiresAt: new Date(Date.now() + 86_400_000) },
      select: { id: true },
    });
    const invitation = { id, teamId: team.id, teamName: team.name };
    const { sessionToken } = await api
      .service(NewAccounts)
      .makeMember(transaction, invitation, person, request);
    api.service(SessionCookie).write(request, sessionToken);
  });
  return api.visit(request.cookies.all);
}

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

/**
 * Makes a new member the owner of each team, because the database does not allow a team with a charged plan to have no
 * owner.
 */
export async function transferTeams({ pool }: TestApi): Promise<void> {
  await pool.query('UPDATE teams SET seat_limit = seat_limit + 1');
  await pool.query(
    `INSERT INTO users (email, first_name, last_name, team_id)
     SELECT id || '@acme.test', 'Olive', 'Owner', id FROM teams`,
  );
  await pool.query(`UPDATE teams t SET owner_id = u.id FROM users u WHERE u.email = t.id || '@acme.test'`);
}
