import { passAllChecks } from './all-checks.ts';
import { CheckFailed, stopAtFirstFailure } from './check.ts';
import { TestAnswered } from './checks/request.ts';
import { reportOn, type Report } from './report.ts';
import type { TestRequest } from './request-cookies.ts';
import type { VerifiedSignIn, Posted } from './stages.ts';

export type Tested = { test: TestRequest; report: Report; person: VerifiedSignIn | undefined };

export type Verdict =
  | { passed: VerifiedSignIn }
  | { failed: Pick<CheckFailed, 'check' | 'said' | 'message' | 'problemCode'> }
  | { tested: Tested };

/** Runs in a thread, so it returns little data, even for a large response. */
export async function examine(posted: Posted): Promise<Verdict> {
  if (posted.test) return tested(posted, posted.test);
  try {
    const { person } = await passAllChecks(posted, stopAtFirstFailure);
    return { passed: person() };
  } catch (error) {
    if (error instanceof TestAnswered) return tested(posted, error.test);
    if (!(error instanceof CheckFailed)) throw error;
    const { check, said, message, problemCode } = error;
    return { failed: { check, said, message, problemCode } };
  }
}

async function tested(posted: Posted, test: TestRequest): Promise<Verdict> {
  return { tested: { test, ...(await reportOn({ ...posted, test })) } };
}
