import { answer, fakeServer, problemAnswer, skipWaits, testUser } from '../../test-portal.tsx';
import { renderPage } from '../../test-pages.tsx';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { problemTypes } from '@foyer/contracts/problem';
import { screen, waitFor, within } from '@testing-library/react';
import { loadModals } from '../../ui/later-modal.tsx';

const STATE = 'GET /settings/data/export';
const ASK = 'POST /settings/data/export';
const none = answer({ state: 'none', until: '' });
const preparing = answer({ state: 'preparing', until: '' });
const ready = answer({ state: 'ready', until: '2026-12-22T09:14:00.000Z' });

function open(answers: Parameters<typeof fakeServer>[0]) {
  const calls = fakeServer({
    'GET /session': answer({ csrfToken: 't', user: testUser }),
    'GET /invitations/waiting': answer({ invitations: [] }),
    'GET /settings/billing/notice': answer({
      isPastDue: false,
      graceEndsAt: '',
      needsConfirmation: false,
      plan: 'free',
    }),
    ...answers,
  });
  return { ...renderPage({ at: '/settings/data' }), calls };
}

describe('the data export', () => {
  it('is requested, prepared, and ready without a reload', async () => {
    const { user } = open({ [STATE]: [none, ready], [ASK]: preparing });
    const ask = await screen.findByRole('button', { name: 'Request a copy' });
    expect(screen.getAllByRole('status').every((one) => one.textContent === '' && !one.firstChild)).toBe(
      true,
    );
    skipWaits();
    await user.click(ask);
    expect((await screen.findByText(/We’re preparing your copy/)).closest('[role=status]')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Request a copy' })).toBeNull();
    expect(await screen.findByRole('button', { name: 'Download' })).toBeTruthy();
    expect(screen.getByText(/until December 22, 2026/)).toBeTruthy();
  });

  it('shows an error if the request is rejected', async () => {
    const { user } = open({ [STATE]: none, [ASK]: problemAnswer('TooManyRequests') });
    await user.click(await screen.findByRole('button', { name: 'Request a copy' }));
    expect(
      (await screen.findByText(problemTypes.TooManyRequests.message)).closest('[role=alert]'),
    ).toBeTruthy();
  });

  it('can be requested again after it has expired', async () => {
    const { user } = open({
      [STATE]: [ready, none],
      'GET /settings/data/export/file': problemAnswer('NotFound'),
    });
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    expect(await screen.findByRole('button', { name: 'Request a copy' })).toBeTruthy();
    expect(screen.getByText(problemTypes.NotFound.message)).toBeTruthy();
  });

  it('offers a retry if its state could not be loaded', async () => {
    const { user } = open({ [STATE]: [problemAnswer('Unavailable'), none] });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Request a copy' })).toBeTruthy());
  });
});

it('the data page is open to users who must set up a second factor first', async () => {
  open({
    'GET /session': answer({ csrfToken: 't', user: testUser, restrictedTo: 'second-factor' }),
    [STATE]: none,
  });
  expect(await screen.findByRole('button', { name: 'Request a copy' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Delete account' })).toBeTruthy();
});

describe('account deletion', () => {
  const DELETE = 'POST /settings/data/deletion';
  const asked = answer({ erasedOn: '2026-12-06T09:14:00.000Z' });
  // Loads the modals, as the application does when the visitor first touches the page.
  beforeAll(() => loadModals());

  async function askToDelete(answers: Parameters<typeof fakeServer>[0]) {
    const opened = open({ [STATE]: none, ...answers });
    await opened.user.click(await screen.findByRole('button', { name: 'Delete account' }));
    return { ...opened, question: await screen.findByRole('alertdialog') };
  }
  const sayYes = (question: HTMLElement) => within(question).getByRole('button', { name: 'Delete account' });

  it('explains what is deleted, what is kept, and when, then sends the request and leaves the page', async () => {
    const { user, question, calls, place } = await askToDelete({ [DELETE]: asked });
    for (const text of [/Right away/, /In 14 days/, /What we keep/, /keeps invoices/])
      expect(within(question).getByText(text)).toBeTruthy();
    expect(within(question).queryByText(/Your PRO plan ends/)).toBeNull();
    await user.click(sayYes(question));
    const end = await screen.findByRole('alertdialog', { name: 'Your account will be deleted' });
    expect(within(end).getByText(/we’ll delete your account on December 6, 2026/)).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
    await user.click(within(end).getByRole('button', { name: 'Continue' }));
    expect(place.leftTo).toBe('/');
  });

  it('warns the owner that the plan ends', async () => {
    const session = answer({ csrfToken: 't', user: testUser, plan: 'pro', isOwner: true });
    const { question } = await askToDelete({ 'GET /session': session });
    expect(within(question).getByText(/Your PRO plan ends/)).toBeTruthy();
  });

  it('is not requested if the user cancels', async () => {
    const { user, question, calls } = await askToDelete({});
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('shows owners of a team with members a link to the team page', async () => {
    const { user, question } = await askToDelete({ [DELETE]: problemAnswer('LastOwner') });
    await user.click(sayYes(question));
    expect((await screen.findByText(/Transfer it to another member/)).closest('[role=alert]')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your team' }).getAttribute('href')).toBe('/settings/team');
  });

  it.each([problemAnswer('PaymentUnderWay'), problemAnswer('PaymentUnavailable')])(
    'shows that a payment prevents the deletion for now',
    async (planned) => {
      const { user, question } = await askToDelete({ [DELETE]: planned });
      await user.click(sayYes(question));
      expect(await screen.findByText(/payment/i, { selector: '[role=alert] *' })).toBeTruthy();
    },
  );
});
