import { answer, fakeServer, problemAnswer, renderInPortal, skipWaits } from '../../test-portal.tsx';
import { describe, expect, it, jest } from '@jest/globals';
import { problemTypes } from '@foyer/contracts/problem';
import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { SamlPage } from './saml-page.tsx';

function show(planned: Parameters<typeof fakeServer>[0], search = '') {
  const calls = fakeServer(planned);
  const view = renderInPortal(
    <Routes>
      <Route path="/saml/:idpName" element={<SamlPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: `/saml/acme${search}` },
  );
  return { ...view, calls };
}
const lookup = {
  saml: 'PHNhbWw+',
  relayState: 'relay',
  actionUrl: 'https://idp.test/sso',
  samlType: 'SAMLRequest',
};

describe('the page for signing in with SSO', () => {
  it('posts the form from the lookup automatically, and only once', async () => {
    const submit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
    show({ 'GET /idp/acme': answer(lookup) });
    const form = (await screen.findByRole('button', { name: 'Continue' })).closest('form');
    expect(document.title).toBe('Signing in – Foyer');
    expect([form?.method, form?.action]).toEqual(['post', 'https://idp.test/sso']);
    const fields = [...(form?.querySelectorAll('input') ?? [])].map(({ name, value }) => [name, value]);
    expect(fields).toEqual([
      ['SAMLRequest', 'PHNhbWw+'],
      ['RelayState', 'relay'],
    ]);
    expect(submit).toHaveBeenCalledTimes(1);
    submit.mockRestore();
  });

  it('passes only the redirect target and the test flag to the lookup', async () => {
    const { calls } = show(
      { 'GET /idp/acme': problemAnswer('IdpUnknown') },
      '?redirect=%2Fsettings%2Fteam&test=1&utm=x',
    );
    await waitFor(() => expect(calls).toHaveLength(1));
    expect([...(calls[0]?.query ?? [])]).toEqual([
      ['redirect', '/settings/team'],
      ['test', '1'],
    ]);
  });

  it.each([
    problemAnswer('IdpUnknown'),
    'unreachable' as const,
    answer({ ...lookup, actionUrl: 'javascript:alert(1)' }),
  ])('goes to /saml-error if the lookup returns no valid form', async (planned) => {
    skipWaits();
    const { place } = show({ 'GET /idp/acme': planned });
    await waitFor(() => expect(place.path).toBe('/saml-error'));
  });

  it('redirects a logged-out visitor who starts a test to the login, and back afterwards', async () => {
    const { place } = show({ 'GET /idp/acme': problemAnswer('SignInRequired') }, '?test=1');
    await waitFor(() => expect(place.path).toBe('/login?redirect=%2Fsaml%2Facme%3Ftest%3D1'));
  });

  it('shows other users that only the owner may run a test', async () => {
    show({ 'GET /idp/acme': problemAnswer('NotOwner') }, '?test=1');
    expect(await screen.findByRole('heading', { name: 'You can’t run this test' })).toBeTruthy();
    expect(screen.getByText(problemTypes.NotOwner.message)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your team' }).getAttribute('href')).toBe('/settings/team');
  });
});
