/**
 * What a subscription's state means is asked of `@foyer/catalog/subscription-states`, and what plans there are of
 * `@foyer/catalog/plans`: lists of them elsewhere come to disagree.
 */
const STATES = 'Ask @foyer/catalog/subscription-states what a state means; the words stand there alone.';
const PLANS = 'PlanType and planTypes of @foyer/catalog/plans are the one list of plans.';

/** Words that mean nothing else, and `active` and `paused`, which do, next to a status. */
const words = '/^(trialing|past_due|unpaid|canceled|incomplete|incomplete_expired)$/';
const commonWords = '/^(active|paused)$/';
const status = "BinaryExpression:has(:matches(Identifier[name='status'], [property.name='status']))";

export const oneVocabulary: ['error', ...{ selector: string; message: string }[]] = [
  'error',
  { selector: `Literal[value=${words}]`, message: STATES },
  { selector: `${status} > Literal[value=${commonWords}]`, message: STATES },
  {
    selector:
      "TSUnionType:has(> TSLiteralType[literal.value='free']):has(> TSLiteralType[literal.value='pro'])",
    message: PLANS,
  },
  {
    selector: "ArrayExpression[elements.length=2]:has(> Literal[value='free']):has(> Literal[value='pro'])",
    message: PLANS,
  },
];

/** Where the words are at home, or are the provider's own and not ours to read. */
export const vocabularyHomes = [
  'testbed/stripe/assumptions.ts',
  'libs/catalog/src/subscription-states.ts',
  'libs/catalog/src/plans.ts',
  'testbed/card-provider-stand-in/**',
  'libs/testing/src/plan-states.ts',
];
