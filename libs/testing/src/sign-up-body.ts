import type { RegisterByEmailBody } from '@foyer/contracts/sign-up';

/** A good sign-up; `changes` are wire fields. */
export function signUpBody(changes: Partial<Record<keyof RegisterByEmailBody, unknown>> = {}) {
  return {
    form_type: 'FREEMIUM_SUCCESS',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com',
    phone: '+1 555 0100',
    company: 'Analytical Events',
    business_type: 'eventPlanner',
    sq_ft: '',
    country_code: 'US',
    state_code: 'CA',
    country_integration_value: 'US',
    state_integration_value: 'CA',
    opt_in: 'Yes',
    plan: 'free',
    ...changes,
  };
}
