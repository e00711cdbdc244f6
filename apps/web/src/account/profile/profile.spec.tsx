import { answer, fakeServer, fill, problemAnswer, skipWaits, testUser } from '../../test-portal.tsx';
import { renderPage } from '../../test-pages.tsx';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ProfileReply } from '@foyer/contracts/account/profile';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { removeOwnDrafts } from '../../navigation/own-drafts.ts';
import { loadLists } from '../../ui/select-field.tsx';

const at = '/settings/profile';
const ada: ProfileReply = {
  email: testUser.email,
  first_name: 'Ada',
  last_name: 'Lovelace',
  phone: '1',
  job_title: '',
  company: '',
  country_code: 'CA',
  state_code: 'ON',
  opt_in: 'Yes',
  language: 'en',
  time_zone: '',
};
const signedIn = answer({ csrfToken: 't', user: testUser });

type Answers = Parameters<typeof fakeServer>[0];
function open(profile: ProfileReply = ada, answers: Answers = {}) {
  const calls = fakeServer({
    'GET /session': signedIn,
    'GET /settings/profile/details': answer(profile),
    'PATCH /settings/profile': answer({ message: 'Profile saved' }),
    ...answers,
  });
  const sent = () => calls.find(({ method }) => method === 'PATCH')?.body;
  return { ...renderPage({ at }), calls, sent };
}
const box = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const consent = () => screen.queryByRole<HTMLInputElement>('checkbox');

function choose(name: string, value: string): void {
  const native = document.querySelector(`select[name="${name}"]`);
  if (!native) throw new Error(`No dropdown ${name}`);
  fireEvent.change(native, { target: { value } });
}

beforeAll(loadLists);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the profile', () => {
  it('is saved and loaded again', async () => {
    const { user, sent, calls } = open();
    await user.clear(await box('First name'));
    await fill(user, await box('First name'), 'Augusta{Enter}');
    const saved = await screen.findByText('Profile saved.');
    expect(saved.closest('[role=status]')).toBeTruthy();
    expect(sent()).toMatchObject({ first_name: 'Augusta', state_code: 'ON', opt_in: 'Yes', language: 'en' });
    expect(sent()).not.toHaveProperty('team_name');
    await waitFor(() => expect(calls.filter(({ path }) => path === '/session')).not.toHaveLength(0));
    await user.type(await box('Last name'), 'x');
    expect(screen.queryByText('Profile saved.')).toBeNull();
  });

  it('requires a name, but no answer that the user never gave', async () => {
    const withoutAnswers = { ...ada, phone: '', country_code: '', state_code: '', opt_in: 'No' } as const;
    const { user, sent } = open(withoutAnswers);
    await user.clear(await box('Last name'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Required Field')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('lastName'));
    expect(sent()).toBeUndefined();
    await fill(user, await box('Last name'), 'King{Enter}');
    await screen.findByText('Profile saved.');
  });

  it('asks for consent again after a change of country, if the new country’s law requires consent', async () => {
    open();
    await box('First name');
    expect(consent()?.checked).toBe(true);
    choose('countryCode', 'DE');
    expect(consent()?.checked).toBe(false);
    choose('countryCode', 'GB');
    expect(consent()).toBeNull();
  });

  it('includes the team’s name for an owner', async () => {
    const { user, sent } = open({ ...ada, team_name: 'Engines' });
    await user.type(await box('Team name'), ' Ltd{Enter}');
    await screen.findByText('Profile saved.');
    expect(sent()).toMatchObject({ team_name: 'Engines Ltd' });
  });

  it('shows fields that the company manages as read-only, with the reason', async () => {
    open({ ...ada, managed_by: 'acme' });
    expect((await box('First name')).readOnly).toBe(true);
    expect((await box('Last name')).readOnly).toBe(true);
    expect((await box(/Phone/)).readOnly).toBe(false);
    expect(screen.getByText(/manages your name/).textContent).toContain('acme');
  });

  it('shows a field’s error at the field, and any other error above the button', async () => {
    const { user } = open(ada, {
      'PATCH /settings/profile': [problemAnswer('ValidationFailed', { phone: 'Too long' }), 'unreachable'],
    });
    await user.type(await box('First name'), '{Enter}');
    expect(await screen.findByText('Too long')).toBeTruthy();
    await user.type(await box('First name'), 'x{Enter}');
    expect((await screen.findByText(/couldn’t save/)).closest('[role=alert]')).toBeTruthy();
  });

  it('shows an error and a retry button if it fails to load', async () => {
    skipWaits();
    open(ada, { 'GET /settings/profile/details': 'unreachable' });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toMatch(/couldn’t load/);
  });
});

describe('unsaved input', () => {
  const openAs = (userEmail: string) => {
    fakeServer({
      'GET /session': signedIn,
      'GET /settings/profile/details': answer(ada),
      'PATCH /settings/profile': [problemAnswer('SignInRequired'), answer({ message: 'Profile saved' })],
    });
    return renderPage({ at, values: { userEmail } });
  };
  const title = async () => (await box(/Job title/)).value;

  it('is restored for the same user after the session has ended, until it is saved', async () => {
    const before = openAs(ada.email);
    await fill(before.user, await box(/Job title/), 'Countess{Enter}');
    await screen.findByRole('alert');
    before.unmount();

    const after = openAs(ada.email);
    expect(await title()).toBe('Countess');
    await after.user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('alert');
    await after.user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Profile saved.');
    after.unmount();
    openAs(ada.email);
    expect(await title()).toBe('');
  });

  it('is not shown to another user, and is removed on logout', async () => {
    const before = openAs(ada.email);
    await fill(before.user, await box(/Job title/), 'Countess');
    before.unmount();
    const other = openAs('eve@example.test');
    expect(await title()).toBe('');
    other.unmount();
    removeOwnDrafts();
    openAs(ada.email);
    expect(await title()).toBe('');
  });

  it('reopens the form for a new email address, until the user cancels', async () => {
    const before = openAs(ada.email);
    await before.user.click(await screen.findByRole('button', { name: 'Change email address' }));
    await fill(before.user, await box('New email address'), 'ada@new.test');
    before.unmount();
    const after = openAs(ada.email);
    expect((await box('New email address')).value).toBe('ada@new.test');
    await after.user.click(screen.getByRole('button', { name: 'Cancel' }));
    after.unmount();
    openAs(ada.email);
    expect(await screen.findByRole('button', { name: 'Change email address' })).toBeTruthy();
  });
});
