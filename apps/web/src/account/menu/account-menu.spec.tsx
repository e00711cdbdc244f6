import { answer, fakeServer, renderInPortal, testUser } from '../../test-portal.tsx';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { KnownSession } from '@foyer/contracts/identity/session';
import { AccountMenu } from './account-menu.tsx';
import { loadMenus } from '../../ui/menu.tsx';

const session: KnownSession = { user: testUser, plan: 'pro', isOwner: true };

function show(known = session) {
  return renderInPortal(<AccountMenu session={known} user={testUser} />, { at: '/signup' });
}

const opener = () => screen.getByRole('button', { name: 'Account of Ada Lovelace Analytical Engines · PRO' });
const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
const focused = () => document.activeElement?.textContent;

beforeAll(loadMenus);

beforeEach(() => localStorage.clear());

describe('the account menu', () => {
  it('is a menu button that names the user, the team and the plan', async () => {
    const { user } = show();
    expect(opener().getAttribute('aria-haspopup')).toBeTruthy();
    expect(opener().getAttribute('aria-expanded')).toBe('false');
    await user.click(opener());
    expect(screen.getByText(testUser.email)).toBeTruthy();
    expect(items()).toEqual(['Settings', 'Back to my events', 'Log out']);
  });

  it('works with the keyboard only', async () => {
    const { user } = show();
    await user.tab();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(focused()).toBe('Settings'));
    await user.keyboard('{End}');
    expect(focused()).toBe('Log out');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Settings');
    await user.keyboard('{ArrowUp}{Home}b');
    expect(focused()).toBe('Back to my events');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener()));
  });

  it.each([
    ['Settings', '/settings', undefined],
    ['Back to my events', '/signup', 'https://home.test/'],
  ])('opens the page of the item "%s"', async (item, path, leftTo) => {
    const { user, place } = show();
    await user.click(opener());
    await user.click(screen.getByRole('menuitem', { name: item }));
    await waitFor(() => expect(place).toMatchObject({ path, leftTo }));
  });

  it('logs out with a GET request (docs/product.md 7)', async () => {
    const calls = fakeServer({ 'GET /logout': answer({ redirectURL: '/bye' }) });
    const { user, place } = show();
    await user.click(opener());
    await user.click(within(screen.getByRole('menu')).getByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(place.leftTo).toBe('/bye'));
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /logout']);
  });

  it('offers a light and a dark color scheme, and stores the choice in the browser', async () => {
    const { user } = show();
    await user.click(opener());
    const dark = () => screen.getByRole('menuitemradio', { name: 'Dark' });
    expect(screen.getByRole('menuitemradio', { name: 'System' }).getAttribute('aria-checked')).toBe('true');
    await user.click(dark());
    expect(dark().getAttribute('aria-checked')).toBe('true');
    expect(localStorage.getItem('portal.colour-scheme')).toBe('"dark"');
  });

  it('goes to /failure-general when logging out fails', async () => {
    fakeServer({ 'GET /logout': 'unreachable' });
    const { user, place } = show();
    await user.click(opener());
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(place.path).toBe('/failure-general'));
  });

  it('offers only the logout to users who may only pay', async () => {
    const { user } = show({ ...session, restrictedTo: 'billing' });
    await user.click(opener());
    expect(items()).toEqual(['Log out']);
  });
});
