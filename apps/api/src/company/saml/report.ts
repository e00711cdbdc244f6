import type { Sentence } from '@foyer/catalog/words/sentence';
import { OUR_CLOCK, type SsoCheck, type SsoTestReply } from '@foyer/contracts/company/saml';
import { passAllChecks } from './all-checks.ts';
import { CheckFailed, CheckSkipped, type GetCheckValue, type Passed, type RunCheck } from './check.ts';
import { attributesOf } from './checks/attributes.ts';
import { audiencesIn } from './checks/audience.ts';
import { contextClassesIn } from './checks/context-class.ts';
import { nameIdsIn } from './checks/subject.ts';
import type { Authenticated, VerifiedSignIn, Posted } from './stages.ts';
import { ASSERTION, childrenOf, type XmlElement } from './xml-document.ts';

type Row = Omit<SsoTestReply['checks'][number], 'detail'>;
/** `said` is translated when the report is read. */
export type Report = Pick<SsoTestReply, 'received'> & { checks: (Row & { said: readonly Sentence[] })[] };
export type Outcome = Omit<Report['checks'][number], 'check'>;

export const outcomeOf = (outcome: Row['outcome'], said: readonly Sentence[]): Outcome => ({
  outcome,
  said,
});

const MAX_ROWS = 50;
const MAX_VALUES = 20;
const MAX_LENGTH = 500;

/** Runs every check but "account", even after failures. Returns the person if all checks passed. */
export async function reportOn(
  posted: Posted,
): Promise<{ report: Report; person: VerifiedSignIn | undefined }> {
  const outcomes = new Map<SsoCheck, Outcome>();
  const check: RunCheck = async (name, run, otherwise) => {
    const { outcome, finding } = await attempt(run);
    const before = outcomes.get(name);
    // Some checks run twice, such as "status" before and after "signature". If either run fails, the check counts as
    // failed.
    if (!before || (before.outcome !== 'failed' && outcome.outcome === 'failed')) outcomes.set(name, outcome);
    return outcome.outcome === 'failed' && otherwise ? otherwise : finding;
  };
  const { authenticated, person } = await passAllChecks(posted, check);
  const checks = [...outcomes].map(([name, outcome]) => ({ check: name, ...outcome }));
  const isPassed = checks.every(({ outcome }) => outcome === 'passed' || outcome === 'warning');
  return {
    report: { checks, received: receivedBy(authenticated, posted.now) },
    person: isPassed ? person() : undefined,
  };
}

async function attempt<Found>(
  run: () => Passed<Found> | Promise<Passed<Found>>,
): Promise<{ outcome: Outcome; finding: GetCheckValue<Found> }> {
  try {
    const { said, isWarning, found } = await run();
    return { outcome: outcomeOf(isWarning ? 'warning' : 'passed', said), finding: () => found };
  } catch (error) {
    if (!(error instanceof CheckFailed || error instanceof CheckSkipped)) throw error;
    const outcome = error instanceof CheckFailed ? 'failed' : 'skipped';
    const finding = () => {
      throw new CheckSkipped();
    };
    return { outcome: outcomeOf(outcome, error.said), finding };
  }
}

function receivedBy(authenticated: GetCheckValue<Authenticated>, now: Date): Report['received'] {
  const clock = { name: OUR_CLOCK, values: [now.toISOString()] };
  const assertion = readable(authenticated);
  if (!assertion) return [clock];
  const conditions = childrenOf(assertion, ASSERTION, 'Conditions');
  const rows = [
    { name: 'Issuer', values: texts(childrenOf(assertion, ASSERTION, 'Issuer')) },
    { name: 'NameID', values: texts(nameIdsIn(assertion)) },
    { name: 'Audience', values: texts(audiencesIn(assertion).flat()) },
    { name: 'AuthnContextClassRef', values: contextClassesIn(assertion) },
    ...['NotBefore', 'NotOnOrAfter'].map((name) => ({
      name,
      values: conditions.flatMap(({ attributes }) => attributes[name] ?? []),
    })),
    clock,
    ...attributesOf(assertion).map(({ name, values }) => ({ name, values: texts(values) })),
  ];
  return rows.slice(0, MAX_ROWS).map(({ name, values }) => ({
    name: name.slice(0, MAX_LENGTH),
    values: values.slice(0, MAX_VALUES).map((value) => value.slice(0, MAX_LENGTH)),
  }));
}

/** Returns the unverified assertion if the signature check failed, and undefined if none could be read. */
function readable(authenticated: GetCheckValue<Authenticated>): XmlElement | undefined {
  try {
    return authenticated().assertion;
  } catch (error) {
    if (error instanceof CheckSkipped) return undefined;
    throw error;
  }
}

const texts = (elements: XmlElement[]) => elements.map(({ text }) => text);
