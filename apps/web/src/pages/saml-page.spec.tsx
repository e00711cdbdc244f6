import { answer, fakeServer, refuse, renderInPortal } from '../test-portal.tsx';
import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { SamlPage } from './saml-page.tsx';

function show(planned: Parameters<typeof fakeServer>[0]) {
  fakeServer(planned);
  return renderInPortal(
    <Routes>
      <Route path="/saml/:idpName" element={<SamlPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: '/saml/acme' },
  );
}
const lookup = {
  saml: 'PHNhbWw+',
  relayState: 'relay',
  actionUrl: 'https://idp.test/sso',
  samlType: 'SAMLRequest',
};

describe('signing in by SSO', () => {
  it('posts what the lookup says, by itself and once', async () => {
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

  it.each([
    refuse('NotFound'),
    'unreachable' as const,
    answer({ ...lookup, actionUrl: 'javascript:alert(1)' }),
  ])('goes to /saml-error when there is nothing to post', async (planned) => {
    const { place } = show({ 'GET /idp/acme': planned });
    await waitFor(() => expect(place.path).toBe('/saml-error'), { timeout: 5000 });
  });
});
