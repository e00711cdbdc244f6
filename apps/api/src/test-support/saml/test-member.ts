import { signUpMember } from '../test-accounts.ts';
import type { TestApi, Visitor } from '../test-api.ts';
import type { TestCompany } from './test-company.ts';

/** Creates a member of the company's team with a password, who joined by invitation. */
export function joinCompany(api: TestApi, company: TestCompany, email: string): Promise<Visitor> {
  return signUpMember(api, email, `owner@${company.idp.name}.test`);
}
