import { allChecks } from './all-checks.ts';
import { CheckFailed, type Check, type Examination, type Examined } from './examination.ts';
import { reportOn, type Report } from './report-on.ts';

/** What came of it: all that was found, or which check refused, or, for an owner's test, what each of them said. */
export type Verdict =
  | { passed: Examined }
  | { failed: Pick<CheckFailed, 'check' | 'message' | 'costs'> }
  | { tested: Examined; report: Report };

/** The form has been looked at before a thread gets it. */
const checksOfDocument: readonly Check[] = Object.values(allChecks).filter(
  (check) => check !== allChecks.form,
);

/**
 * Runs the checks of a response in their order, but "form" and "account", until one refuses it. In a thread: so the main
 * one is given no more than the few strings that signing in needs, however much came.
 */
export async function examine(examination: Examination): Promise<Verdict> {
  try {
    for (const check of checksOfDocument) {
      // Of a test without its RelayState it is known only when its request has been found.
      if (examination.testedById !== undefined) break;
      await check(examination);
    }
  } catch (error) {
    if (!(error instanceof CheckFailed)) throw error;
    const { check, message, costs } = error;
    return { failed: { check, message, costs } };
  }
  if (examination.testedById === undefined) return { passed: withoutDocument(examination) };
  const report = await reportOn(examination);
  return { tested: withoutDocument(examination), report };
}

function withoutDocument(examination: Examination): Examined {
  const { connection, hasQuery, form, openRequests, encoded, xml, decryptionKey, ...rest } = examination;
  const { response, assertion, libraryRejection, ...examined } = rest;
  return examined;
}
