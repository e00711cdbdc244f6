import { describe, expect, it } from '@jest/globals';
import { fieldsOf } from '../field-problems.ts';
import { teamMemberAnswers, toTeamMemberAnswers, type TeamMemberForm } from './team.ts';

const good: TeamMemberForm = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.test',
  phone: '+1 555 0100',
  jobTitle: 'Planner',
  countryCode: 'US',
  stateCode: 'NY',
  optIn: false,
};

const problems = (changed: Partial<TeamMemberForm>) => {
  const result = teamMemberAnswers.safeParse(toTeamMemberAnswers({ ...good, ...changed }, 'invite'));
  return result.success ? {} : fieldsOf(result.error.issues);
};

describe('team-member form', () => {
  const rows: [changed: Partial<TeamMemberForm>, expected: Record<string, string>][] = [
    [{}, {}],
    [
      { firstName: '', lastName: '' },
      { first_name: 'Required Field', last_name: 'Required Field' },
    ],
    [
      { phone: '', jobTitle: '' },
      { phone: 'Required Field', job_title: 'Required Field' },
    ],
    [{ countryCode: '', stateCode: '' }, { country_code: 'Required Field' }],
    [{ stateCode: '' }, { state_code: 'Required Field' }],
    [{ countryCode: 'DE', stateCode: '' }, {}],
  ];
  it.each(rows)('with %j has the problems %j', (changed, expected) => {
    expect(problems(changed)).toEqual(expected);
  });

  it('always gives consent in a country where consent is implied', () => {
    expect(toTeamMemberAnswers(good, 'invite').opt_in).toBe('Yes');
    expect(toTeamMemberAnswers({ ...good, countryCode: 'DE', stateCode: '' }, 'invite').opt_in).toBe('No');
  });
});
