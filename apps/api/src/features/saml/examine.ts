import { passAllChecks } from './all-checks.ts';
import { CheckFailed, untilOneFails } from './check.ts';
import { TestAnswered } from './checks/request.ts';
import { reportOn, type Report } from './report.ts';
import type { TestRequest } from './request-cookies.ts';
import type { Person, Posted } from './stages.ts';

/** An owner's test: what each check said of it, and who would be signed in when all have passed. */
export type Tested = { test: TestRequest; report: Report; person: Person | undefined };

/** What came of a response: whom it stands for, which check refused it, or what a test brought. */
export type Verdict =
  { passed: Person } | { failed: Pick<CheckFailed, 'check' | 'message' | 'costs'> } | { tested: Tested };

/**
 * Takes a response from what was posted to a person. In a thread: so the main one is given no more than the few strings
 * that signing in needs, however much came.
 */
export async function examine(posted: Posted): Promise<Verdict> {
  if (posted.test) return tested(posted, posted.test);
  try {
    const { person } = await passAllChecks(posted, untilOneFails);
    return { passed: person() };
  } catch (error) {
    if (error instanceof TestAnswered) return tested(posted, error.test);
    if (!(error instanceof CheckFailed)) throw error;
    const { check, message, costs } = error;
    return { failed: { check, message, costs } };
  }
}

async function tested(posted: Posted, test: TestRequest): Promise<Verdict> {
  return { tested: { test, ...(await reportOn({ ...posted, test })) } };
}
