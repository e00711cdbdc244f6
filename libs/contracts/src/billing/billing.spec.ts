import { describe, expect, it } from '@jest/globals';
import { billingForm, upgradePlanReply } from './billing.ts';
import { fieldsOf } from '../field-problems.ts';

const good = {
  name: 'Ada Lovelace',
  addressLine1: '1 Main Street',
  addressLine2: '',
  city: 'Portland',
  countryCode: 'US',
  stateCode: 'ME',
  postalCode: '04101',
  hasAgreed: true,
};

const problems = (changed: Partial<typeof good>) => {
  const result = billingForm.safeParse({ ...good, ...changed });
  return result.success ? {} : fieldsOf(result.error.issues);
};

describe('billing form', () => {
  const rows: [changed: Partial<typeof good>, expected: Record<string, string>][] = [
    [{}, {}],
    [{ name: ' ' }, { name: 'Required Field' }],
    [{ addressLine1: '' }, { addressLine1: 'Required Field' }],
    [{ city: '' }, { city: 'Required Field' }],
    [{ stateCode: '' }, { stateCode: 'Required Field' }],
    [{ postalCode: '' }, { postalCode: 'Required Field' }],
    [{ postalCode: '04101-1234' }, { postalCode: 'Valid Postal Code Required' }],
    [{ countryCode: 'CA' }, { stateCode: 'Required Field', postalCode: 'Valid Postal Code Required' }],
    [{ countryCode: 'DE', stateCode: '', postalCode: '10115' }, {}],
    [{ countryCode: 'HK', stateCode: '', postalCode: '' }, {}],
    [{ hasAgreed: false }, { hasAgreed: 'Required Field' }],
  ];
  it.each(rows)('with %j has the problems %j', (changed, expected) => {
    expect(problems(changed)).toEqual(expected);
  });
});

describe('upgrade reply', () => {
  it('accepts a bank challenge with its secret, and rejects an incomplete reply', () => {
    expect(upgradePlanReply.safeParse({ requiresAction: true, clientSecret: 's' }).success).toBe(true);
    expect(upgradePlanReply.safeParse({ requiresAction: true }).success).toBe(false);
    expect(upgradePlanReply.safeParse({}).success).toBe(false);
  });
});
