import { describe, expect, it } from '@jest/globals';
import {
  emptyColumns,
  emptyForm,
  fromColumns,
  isRequired,
  orderOf,
  problemsAtKeys,
  toColumns,
  toForm,
  toWire,
} from './form.ts';
import { optionalText } from './field.ts';
import { signUpFields, signUpQuestions } from './registration/sign-up.ts';
import { teamMemberQuestions } from './teams/team.ts';

const form = {
  ...emptyForm(signUpQuestions),
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.test',
  phone: '1',
  businessName: 'Engines',
  businessType: 'host',
  sqft: '',
  countryCode: 'DE',
  stateCode: '',
  jobTitle: 'Planner',
};

describe('the questions of a form', () => {
  it.each([signUpQuestions, teamMemberQuestions])(
    'have unique names in the body, unique columns and unique labels (form %#)',
    (questions) => {
      const wires = Object.keys(toWire(questions, form));
      const labels = Object.values(questions).map(({ label }) => label);
      for (const names of [wires, Object.keys(emptyColumns(questions)), labels])
        expect(new Set(names).size).toBe(orderOf(questions).length);
    },
  );

  it('are required unless their rule accepts an empty answer', () => {
    expect(orderOf(signUpQuestions).filter((key) => !isRequired(signUpQuestions[key]))).toEqual([
      // Required only for some business types and countries.
      'sqft',
      'stateCode',
    ]);
    expect(isRequired({ wire: 'website', rule: optionalText(), label: 'Website' })).toBe(false);
  });

  it('are unchanged after a conversion to the body and the columns and back', () => {
    const body = toWire(signUpQuestions, form);
    const { jobTitle: _, ...asked } = form;
    expect(toForm(signUpQuestions, body)).toEqual(asked);
    const row = toColumns(signUpQuestions, body);
    expect(row).toMatchObject({ company: 'Engines', meetingSpace: '', businessType: 'host' });
    expect(fromColumns(signUpQuestions, row)).toEqual(body);
  });

  it('have problems by form key, in focus order, and only for fields that are shown', () => {
    const problems = { plan: 'x', opt_in: 'e', sq_ft: 'd', company: 'c', first_name: 'a' };
    const found = problemsAtKeys(signUpFields, problems);
    expect(found).toEqual({ firstName: 'a', businessName: 'c', sqft: 'd', optIn: 'e' });
    expect(Object.keys(found)).toEqual(['firstName', 'businessName', 'sqft', 'optIn']);
  });
});
