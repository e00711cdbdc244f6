import { answer, answersTo, fakeServer, fill, problemAnswer, renderInPortal } from '../../test-portal.tsx';
import { signUpQuestions } from '@foyer/contracts/registration/sign-up';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { choosePlan } from '../../navigation/plan-choice.ts';
import { storedSignUpDraft } from '../sign-up-draft.ts';
import { storedVerification } from '../verification.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { loadLists } from '../../ui/select-field.tsx';

const box = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const dropdown = (name: RegExp) => screen.queryByRole<HTMLButtonElement>('button', { name });
const next = () => screen.getByRole('button', { name: 'Next' });

/** Sets a select's value as autofill does. The effect is the same as choosing an option. */
function choose(name: string, value: string): void {
  const native = document.querySelector(`select[name="${name}"]`);
  if (!native) throw new Error(`No dropdown ${name}`);
  fireEvent.change(native, { target: { value } });
}

const errorOf = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join('');

const answers = {
  ...answersTo(signUpQuestions),
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'Ada@Example.test',
  phone: '+44 20 7946 0000',
  businessName: 'Analytical Engines',
  businessType: 'eventPlanner',
  sqft: '',
  countryCode: 'US',
  stateCode: 'NY',
  optIn: false,
};

const registered = answer({ message: 'OK', user: { email: 'ada@example.test' } }, 201);

beforeAll(loadLists);

describe('the sign-up form', () => {
  beforeEach(() => {
    sessionStorage.clear();
    choosePlan('free');
  });

  it('marks every required field and focuses the first', async () => {
    fakeServer({});
    const { user } = renderInPortal(<SignUpForm />);
    await user.click(next());
    // Only hotels must enter the capacity, and the state is disabled without a country.
    expect(await screen.findAllByText('Required Field')).toHaveLength(
      Object.keys(signUpQuestions).length - 2,
    );
    await waitFor(() => expect(document.activeElement).toBe(box('First name')));
  });

  it('asks for a valid email address', async () => {
    storedSignUpDraft.write({ ...answers, email: 'ada@example' });
    fakeServer({});
    const { user } = renderInPortal(<SignUpForm />);
    await user.click(next());
    await waitFor(() => expect(errorOf(box('Email'))).toBe('Valid email address required'));
  });

  it('focuses a dropdown if it is the first field with an error', async () => {
    storedSignUpDraft.write({ ...answers, businessType: 'hotel' });
    fakeServer({});
    const { user } = renderInPortal(<SignUpForm />);
    await user.click(next());
    await waitFor(() => expect(document.activeElement).toBe(dropdown(/Meeting space/)));
  });

  it('clears only the error of the changed field', async () => {
    fakeServer({});
    const { user } = renderInPortal(<SignUpForm />);
    await user.click(next());
    await screen.findAllByText('Required Field');
    await user.type(box('Last name'), 'L');
    expect(errorOf(box('Last name'))).toBe('');
    expect(errorOf(box('First name'))).toBe('Required Field');
  });

  it('disables the state without a country, hides it if the country has none, and clears it on a change', () => {
    fakeServer({});
    renderInPortal(<SignUpForm />);
    expect(dropdown(/State/)?.disabled).toBe(true);
    choose('countryCode', 'AU');
    expect(dropdown(/State/)?.disabled).toBe(false);
    choose('stateCode', 'NSW');
    expect(dropdown(/State/)?.textContent).toContain('New South Wales');
    choose('countryCode', 'CA');
    expect(dropdown(/State/)?.textContent).not.toContain('New South Wales');
    choose('countryCode', 'DE');
    expect(dropdown(/State/)).toBeNull();
  });

  it('requires the meeting space only from hotels', () => {
    fakeServer({});
    renderInPortal(<SignUpForm />);
    expect(dropdown(/Meeting space .*optional/)).toBeTruthy();
    choose('businessType', 'hotel');
    expect(dropdown(/optional/)).toBeNull();
  });

  it('registers with the chosen plan, stores the address and goes to /verify-email', async () => {
    choosePlan('pro');
    storedSignUpDraft.write(answers);
    const calls = fakeServer({ 'POST /register-by-email': registered });
    const { user, place } = renderInPortal(<SignUpForm />);
    await user.click(next());
    await waitFor(() => expect(place.path).toBe('/verify-email'));
    expect(calls[0]?.body).toMatchObject({
      form_type: 'FREEMIUM_SUCCESS_PRO',
      plan: 'pro',
      state_code: 'NY',
      opt_in: 'Yes',
    });
    expect(storedVerification.read()?.email).toBe('ada@example.test');
  });

  it('shows each error from the server at its field', async () => {
    storedSignUpDraft.write(answers);
    fakeServer({
      'POST /register-by-email': problemAnswer('ValidationFailed', {
        company: 'Use 200 characters or fewer',
      }),
    });
    const { user, place } = renderInPortal(<SignUpForm />);
    await user.click(next());
    await waitFor(() => expect(document.activeElement).toBe(box('Company name')));
    expect(errorOf(box('Company name'))).toBe('Use 200 characters or fewer');
    expect(place.path).toBe('/');
  });

  it.each([
    ['unreachable' as const],
    [problemAnswer('InternalError')],
    [problemAnswer('ValidationFailed', { plan: 'Choose a plan' })],
  ])('goes to /failure-general on any other failure', async (planned) => {
    storedSignUpDraft.write(answers);
    fakeServer({ 'POST /register-by-email': planned });
    const { user, place } = renderInPortal(<SignUpForm />);
    await user.click(next());
    await waitFor(() => expect(place.path).toBe('/failure-general'));
  });

  it('keeps the answers after a reload', async () => {
    fakeServer({});
    const first = renderInPortal(<SignUpForm />);
    await fill(first.user, box('First name'), 'Grace');
    choose('countryCode', 'FI');
    first.unmount();
    renderInPortal(<SignUpForm />);
    expect(box('First name').value).toBe('Grace');
    expect(dropdown(/Country/)?.textContent).toContain('Finland');
  });

  it('does not let an invited person change the address', () => {
    fakeServer({});
    renderInPortal(<SignUpForm lockedEmail="guest@example.test" />);
    expect(box('Email').readOnly).toBe(true);
    expect(box('Email').value).toBe('guest@example.test');
  });

  it('marks its fields for autofill', () => {
    fakeServer({});
    renderInPortal(<SignUpForm />);
    choose('countryCode', 'US');
    const names = [...document.querySelectorAll('input[autocomplete], select[autocomplete]')].map((field) =>
      field.getAttribute('autocomplete'),
    );
    expect(names).toEqual(
      expect.arrayContaining([
        'given-name',
        'family-name',
        'email',
        'tel',
        'organization',
        'country',
        'address-level1',
      ]),
    );
  });
});
