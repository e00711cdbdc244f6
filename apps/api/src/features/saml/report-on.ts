import type { SsoTestReply } from '@foyer/contracts/saml';
import { allChecks } from './all-checks.ts';
import { attributesOf } from './checks/attributes.ts';
import type { Check, Examination } from './examination.ts';
import { outcomeOf } from './outcome-of.ts';
import { ASSERTION, childrenOf, type XmlElement } from './xml-document.ts';

export type Report = Pick<SsoTestReply, 'checks' | 'received'>;

/** A report is read by people; what is longer than this is not. */
const MAX_ROWS = 50;
const MAX_VALUES = 20;
const MAX_LENGTH = 500;

/** What each check but "account" says of a response, and what arrived: none keeps the next from being asked. */
export async function reportOn(examination: Examination): Promise<Report> {
  const checks: Report['checks'] = [];
  for (const [name, check] of Object.entries(allChecks) as [keyof typeof allChecks, Check][]) {
    const outcome = await outcomeOf(() => check(examination));
    checks.push({ check: name, ...outcome });
    // What the library refuses is what has just been told in our words.
    if (outcome.outcome === 'failed') delete examination.libraryRejection;
  }
  return { checks, received: receivedBy(examination) };
}

/** What arrived, as far as it could be read, and the time it was read at. */
function receivedBy({ assertion, now }: Examination): Report['received'] {
  const clock = { name: 'Clock here', values: [now.toISOString()] };
  if (!assertion) return [clock];
  const conditions = childrenOf(assertion, ASSERTION, 'Conditions');
  const rows = [
    { name: 'Issuer', values: texts(childrenOf(assertion, ASSERTION, 'Issuer')) },
    { name: 'NameID', values: texts(below(childrenOf(assertion, ASSERTION, 'Subject'), 'NameID')) },
    { name: 'Audience', values: texts(below(below(conditions, 'AudienceRestriction'), 'Audience')) },
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

const below = (parents: XmlElement[], name: string) =>
  parents.flatMap((parent) => childrenOf(parent, ASSERTION, name));
const texts = (elements: XmlElement[]) => elements.map(({ text }) => text);
