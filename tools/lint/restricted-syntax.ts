const STATES = 'Use @foyer/catalog/subscription-states. Only that file may name the states.';
const PLANS = 'Use PlanType or planTypes of @foyer/catalog/plans. Only that file may list the plans.';

/** Literals that are always a state. `active` and `paused` are states only in a comparison with a status. */
const words = '/^(trialing|past_due|unpaid|canceled|incomplete|incomplete_expired)$/';
const commonWords = '/^(active|paused)$/';
const status = "BinaryExpression:has(:matches(Identifier[name='status'], [property.name='status']))";

export const restrictedSyntax: ['error', ...{ selector: string; message: string }[]] = [
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

export const restrictedSyntaxHomes = [
  'testbed/stripe/assumptions.ts',
  'libs/catalog/src/subscription-states.ts',
  'libs/catalog/src/plans.ts',
  'testbed/card-provider-stand-in/**',
  'libs/testing/src/plan-states.ts',
];
