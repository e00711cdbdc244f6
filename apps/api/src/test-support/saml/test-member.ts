import { decodeInvitationCode } from '@foyer/contracts/invitation';
import { teamMemberBody } from '../test-accounts.ts';
import type { TestApi, Visitor } from '../test-api.ts';
import type { TestCompany } from './test-company.ts';

/** A member of the company's team with a password, who came by an invitation. */
export async function joinCompany(api: TestApi, company: TestCompany, email: string): Promise<Visitor> {
  await company.owner.post('/team/invitations', { emails: [email] });
  const inviteId = decodeInvitationCode(await api.mailedCode(email, 'team-invitation')) ?? '';
  const member = await api.visit();
  const joined = await member.post('/register-team-member', teamMemberBody(email, inviteId));
  if (joined.status !== 201) throw new Error(`${email} could not join: ${joined.status}`);
  await member.refreshCsrfToken();
  return member;
}
