import { answer, fakeServer, refuse, renderInPortal, testUser } from '../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { problemTypes } from '@foyer/contracts/problem';
import { screen, waitFor } from '@testing-library/react';
import { SettingsDataPage } from './settings-data-page.tsx';

const STATE = 'GET /settings/data/export';
const ASK = 'POST /settings/data/export';
const none = answer({ state: 'none', until: '' });
const preparing = answer({ state: 'preparing', until: '' });
const ready = answer({ state: 'ready', until: '2026-12-22T09:14:00.000Z' });

function open(answers: Parameters<typeof fakeServer>[0]) {
  const calls = fakeServer({
    'GET /session': answer({ csrfToken: 't', user: testUser }),
    'GET /invitations/waiting': answer({ invitations: [] }),
    'GET /settings/billing/notice': answer({ isPastDue: false, needsConfirmation: false, plan: 'free' }),
    ...answers,
  });
  return { ...renderInPortal(<SettingsDataPage />, { at: '/settings/data' }), calls };
}

describe('a copy of one’s data', () => {
  it('is asked for, made, and ready without a reload', async () => {
    const { user } = open({ [STATE]: [none, ready], [ASK]: preparing });
    await user.click(await screen.findByRole('button', { name: 'Make a copy' }));
    expect((await screen.findByText(/We are making your copy/)).closest('[role=status]')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Make a copy' })).toBeNull();
    expect(await screen.findByRole('button', { name: 'Download' }, { timeout: 10_000 })).toBeTruthy();
    expect(screen.getByText(/until December 22, 2026/)).toBeTruthy();
  });

  it('says what was refused', async () => {
    const { user } = open({ [STATE]: none, [ASK]: refuse('TooManyRequests') });
    await user.click(await screen.findByRole('button', { name: 'Make a copy' }));
    expect(
      (await screen.findByText(problemTypes.TooManyRequests.message)).closest('[role=alert]'),
    ).toBeTruthy();
  });

  it('that ran out meanwhile can be asked for anew', async () => {
    const { user } = open({ [STATE]: [ready, none], 'GET /settings/data/export/file': refuse('NotFound') });
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    expect(await screen.findByRole('button', { name: 'Make a copy' })).toBeTruthy();
    expect(screen.getByText(problemTypes.NotFound.message)).toBeTruthy();
  });

  it('can be looked for again when it could not be loaded', async () => {
    const { user } = open({ [STATE]: [refuse('Unavailable'), none] });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Make a copy' })).toBeTruthy());
  });
});
