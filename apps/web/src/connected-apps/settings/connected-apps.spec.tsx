import { answer, fakeServer, problemAnswer, testUser } from '../../test-portal.tsx';
import { renderPage } from '../../test-pages.tsx';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ConnectedAppsReply } from '@foyer/contracts/connected-apps/oauth';
import { problemTypes } from '@foyer/contracts/problem';
import { screen, waitFor, within } from '@testing-library/react';
import { loadModals } from '../../ui/later-modal.tsx';

const DETAILS = 'GET /settings/apps/details';
const DISCONNECT = 'DELETE /settings/apps/planner%2F1';
const planner: ConnectedAppsReply['apps'][number] = {
  clientId: 'planner/1',
  name: 'Planner',
  hosts: ['planner.test', 'beta.planner.test'],
  scopes: ['profile', 'diagrams.read'],
  connectedAt: '2026-11-20T12:00:00.000Z',
  lastUsedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
};
const lists: ConnectedAppsReply['apps'][number] = {
  ...planner,
  clientId: 'lists',
  name: 'Lists',
  hosts: ['lists.test'],
  scopes: ['events.invite'],
  lastUsedAt: null,
};
const both = answer({ apps: [planner, lists] });
const onlyLists = answer({ apps: [lists] });
const done = answer({ message: 'OK' });

type Answers = Parameters<typeof fakeServer>[0];
function open(answers: Answers) {
  const calls = fakeServer({
    'GET /session': answer({ csrfToken: 't', user: testUser }),
    'GET /invitations/waiting': answer({ invitations: [] }),
    ...answers,
  });
  return { ...renderPage({ at: '/settings/apps' }), calls };
}

async function disconnectPlanner(user: ReturnType<typeof open>['user']): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Disconnect Planner' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Disconnect this app?' });
  expect(dialog.textContent).toContain('Planner loses access to your account right away.');
  await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
}

beforeAll(loadModals);

describe('connected apps', () => {
  it('are listed with their access, the date of the connection and the last use', async () => {
    open({ [DETAILS]: both });
    const item = (await screen.findByRole('heading', { name: 'Planner' })).closest('li')?.textContent;
    expect(item).toContain('planner.test, beta.planner.test');
    expect(item).toContain('See your name, email address and team');
    expect(item).toContain('See your events and diagrams');
    expect(item).toContain('Connected on November 20, 2026, last used 3 hours ago');
    expect(screen.getByRole('heading', { name: 'Lists' }).closest('li')?.textContent).toContain(
      'not used yet',
    );
    expect(screen.getByText('Access expires 90 days after you grant it.')).toBeTruthy();
    const menu = screen.getByRole('navigation', { name: 'Settings' });
    expect(within(menu).getByRole('link', { name: 'Apps' }).getAttribute('aria-current')).toBe('page');
  });

  it('are disconnected after a confirmation, and the page shows the result', async () => {
    const { user, calls } = open({ [DETAILS]: [both, onlyLists], [DISCONNECT]: done });
    await disconnectPlanner(user);
    const said = await screen.findByText('Planner no longer has access to your account.');
    expect(said.closest('[role=status]')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Disconnect Planner' })).toBeNull());
    const heading = screen.getByRole('heading', { name: 'Apps with access to your account' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('stay connected when the confirmation is canceled', async () => {
    const { user, calls } = open({ [DETAILS]: both });
    await user.click(await screen.findByRole('button', { name: 'Disconnect Lists' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  it('count as disconnected if the app has already revoked its access', async () => {
    const { user } = open({ [DETAILS]: [both, onlyLists], [DISCONNECT]: problemAnswer('NotFound') });
    await disconnectPlanner(user);
    expect(await screen.findByText('Planner no longer has access to your account.')).toBeTruthy();
  });

  it.each([
    [
      'unreachable' as const,
      'We couldn’t confirm whether the app was disconnected. Check your connection and try again.',
    ],
    [problemAnswer('Unavailable'), problemTypes.Unavailable.message],
  ])('stay listed, with an error, if the server did not disconnect them', async (planned, text) => {
    const { user } = open({ [DETAILS]: both, [DISCONNECT]: planned });
    await disconnectPlanner(user);
    expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Disconnect Planner' })).toBeTruthy();
  });

  it('are replaced by a message if there are none', async () => {
    open({ [DETAILS]: answer({ apps: [] }) });
    expect(await screen.findByText(/^No connected apps yet\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Disconnect/ })).toBeNull();
  });

  it('can be loaded again after a failure', async () => {
    const { user } = open({ [DETAILS]: [problemAnswer('Unavailable'), both] });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Planner' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('');
  });
});
