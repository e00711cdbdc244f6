import { expect, it } from '@jest/globals';
import { optionalText, requiredText } from '@foyer/contracts/field';
import { screen } from '@testing-library/react';
import { renderInPortal } from '../test-portal.tsx';
import { QuestionFields } from './question-fields.tsx';

it('questions without a required answer are marked as optional', () => {
  const questions = {
    company: { wire: 'company', rule: requiredText(), label: 'Company' },
    countryCode: { wire: 'country_code', rule: optionalText(2), label: 'Country' },
    website: { wire: 'website', rule: optionalText(), label: 'Website' },
  };
  const form = {
    values: { countryCode: '', stateCode: '', optIn: false },
    errors: {},
    change: () => {},
    text: (name: string) => ({ name, value: '', error: undefined, onChange: () => {} }),
  };
  renderInPortal(<QuestionFields questions={questions} form={form} />);
  const isRequired = (label: RegExp) => screen.getByLabelText(label).getAttribute('aria-required');
  expect(isRequired(/^Company$/)).toBe('true');
  expect(screen.getByText('Country').textContent).toBe('Country (optional)');
  expect(isRequired(/^Website \(optional\)$/)).toBe('false');
});
