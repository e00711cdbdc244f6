import { answer, fakeServer, renderInPortal } from '../../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import type { ConsentValues, PageValues } from '@foyer/contracts/page-values';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { OAuthAuthorizePage } from './oauth-authorize-page.tsx';

const search =
  '?client_id=demo&redirect_uri=https%3A%2F%2Fapp.test%2Fback&response_type=code&scope=lies&state=x%26y';
const at = `/oauth/authorize${search}`;
const consent: ConsentValues = {
  ticket: 'the-ticket',
  scopes: ['profile', 'events.invite'],
  redirectHost: 'app.test',
  otherAccount: '/login?redirect=back',
};
const values: Partial<PageValues> = { appName: 'Demo App', userEmail: 'ada@example.test', consent };
const openWith = (changes: Partial<ConsentValues>) =>
  renderInPortal(<OAuthAuthorizePage />, { at, values: { ...values, consent: { ...consent, ...changes } } });
const open = () => renderInPortal(<OAuthAuthorizePage />, { at, values });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

function watchSubmits(): boolean[] {
  const sent: boolean[] = [];
  const watch = (event: Event) => {
    sent.push(!event.defaultPrevented);
    event.preventDefault();
  };
  window.addEventListener('submit', watch);
  return sent;
}

describe('the consent page', () => {
  it('shows the server’s values, not those in the URL', () => {
    open();
    expect(screen.getByText('Do you want to grant Demo App access to your diagramming data?')).toBeTruthy();
    const list = screen.getByRole('list', { name: 'Demo App will be able to:' });
    expect([...list.children].map(({ textContent }) => textContent)).toEqual([
      'See your name, email address and team',
      'Invite collaborators to your events',
    ]);
    expect(screen.getByText(/Access expires after 90 days\..*under Apps\./)).toBeTruthy();
    expect(screen.getByText('app.test')).toBeTruthy();
    expect(screen.getByText('ada@example.test')).toBeTruthy();
    expect(document.body.textContent).not.toContain('lies');
  });

  it('posts every parameter, the ticket and the decision', () => {
    open();
    const { form } = button('Yes');
    expect([form?.method, form && new URL(form.action).pathname]).toEqual(['post', '/oauth/authorize']);
    const sent = [...(form?.querySelectorAll<HTMLInputElement>('input[type=hidden]') ?? [])];
    expect(Object.fromEntries(sent.map(({ name, value }) => [name, value]))).toEqual({
      client_id: 'demo',
      redirect_uri: 'https://app.test/back',
      response_type: 'code',
      scope: 'lies',
      state: 'x&y',
      ticket: 'the-ticket',
      _csrf: expect.any(String),
    });
    const decisions = [button('No'), button('Yes')].map(({ type, name, value }) => [type, name, value]);
    expect(decisions).toEqual([
      ['submit', 'decision', 'no'],
      ['submit', 'decision', 'allow'],
    ]);
  });

  it('sends the form once, even if the user presses buttons several times', async () => {
    const sent = watchSubmits();
    const { user } = open();
    await user.dblClick(button('Yes'));
    await user.click(button('No'));
    expect(sent.filter(Boolean)).toHaveLength(1);
    expect(screen.getByRole('button', { name: /^Yes/ }).getAttribute('aria-disabled')).toBe('true');
  });

  it('lets another user log in, and returns to the same request', async () => {
    fakeServer({ 'GET /logout': answer({ redirectURL: '/' }) });
    const { user, place } = open();
    await user.click(button('Log out'));
    await waitFor(() => expect(place.leftTo).toBe('/login?redirect=back'));
  });

  it('asks the user to confirm the account or choose another if the app requires a choice', async () => {
    fakeServer({ 'GET /logout': answer({ redirectURL: '/' }) });
    const { user, place } = openWith({ choosesAccount: true });
    expect(screen.getAllByText('ada@example.test')).toHaveLength(1);
    await user.click(button('Use another account'));
    await waitFor(() => expect(place.leftTo).toBe('/login?redirect=back'));
  });

  it('says if the answer goes to an app on the same device', () => {
    openWith({ redirectHost: 'com.example.app', isOnDevice: true });
    expect(screen.getByText(/^Next, you’ll go to an app on this device:/).textContent).toMatch(
      /com\.example\.app\.$/,
    );
  });

  it('reloads when the Back button restores it from the cache', () => {
    const { place } = open();
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: false }));
    expect(place.leftTo).toBeUndefined();
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
    expect(place.leftTo).toBe(at);
  });

  it.each([
    [at, { ...values, appName: '' }],
    [at, { appName: 'Demo App' }],
    ['/oauth/authorize', values],
  ])('redirects to the error page at %s with the page values %j', async (where, given) => {
    const { place } = renderInPortal(<OAuthAuthorizePage />, { at: where, values: given });
    await waitFor(() => expect(place.path).toBe('/oauth-authorize-error'));
  });
});
