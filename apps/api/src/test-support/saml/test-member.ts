import { signUpMember } from '../test-accounts.ts';
import type { TestApi, Visitor } from '../test-api.ts';
import type { TestCompany } from './test-company.ts';

export function joinCompany(api: TestApi, company: TestCompany, email: string): Promise<Visitor> {
  return signUpMember(api, email, `owner@${company.idp.name}.test`);
}
