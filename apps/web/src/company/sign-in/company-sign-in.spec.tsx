import { answer, fakeServer, problemAnswer, renderInPortal, skipWaits } from '../../test-portal.tsx';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { problemTypes } from '@foyer/contracts/problem';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { rememberArrival } from '../../navigation/arrival.ts';
import { CompanySignIn } from './company-sign-in.tsx';

const button = () => screen.getByRole('button', { name: 'Sign in with your company' });
const email = () => screen.findByLabelText<HTMLInputElement>('Work email');

async function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  const calls = fakeServer(answers);
  const view = renderInPortal(<CompanySignIn />);
  await view.user.click(button());
  return { ...view, calls, field: await email() };
}

describe('signing in with your company', () => {
  beforeEach(() => sessionStorage.clear());

  it('opens its field on demand, moves the focus there, and closes again', async () => {
    fakeServer({});
    const { user } = renderInPortal(<CompanySignIn />);
    expect(button().getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(button());
    const field = await email();
    expect(button().getAttribute('aria-expanded')).toBe('true');
    expect([field.type, field.autocomplete]).toEqual(['email', 'username']);
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.click(button());
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('redirects to the company’s identity provider, with the requested page', async () => {
    rememberArrival('?redirect=%2Fdiagrams%3Fa%3D1%26b%3D2', '');
    const { user, place, calls } = await open({ 'POST /idp': answer({ idpName: 'acme' }) });
    await user.keyboard('ada@acme.test{Enter}');
    await waitFor(() => expect(place.leftTo).toBe('/saml/acme?redirect=%2Fdiagrams%3Fa%3D1%26b%3D2'));
    expect(calls[0]?.body).toEqual({ email: 'ada@acme.test' });
  });

  it('works without a requested page', async () => {
    const { user, place } = await open({ 'POST /idp': answer({ idpName: 'acme' }) });
    await user.keyboard('ada@acme.test{Enter}');
    await waitFor(() => expect(place.leftTo).toBe('/saml/acme'));
  });

  it('lets the visitor choose if the company has several teams, and moves the focus to the question', async () => {
    rememberArrival('?redirect=%2Fdiagrams', '');
    const { user, place } = await open({
      'POST /idp': answer({ idpName: 'acme', idpNames: ['acme', 'acme-design'] }),
    });
    await user.keyboard('ada@acme.test{Enter}');
    const question = await screen.findByRole('heading', { name: /has several teams here/ });
    await waitFor(() => expect(document.activeElement).toBe(question));
    expect(place.leftTo).toBeUndefined();
    const list = screen.getByRole('list', { name: /has several teams here/ });
    const links = within(list).getAllByRole<HTMLAnchorElement>('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['acme', '/saml/acme?redirect=%2Fdiagrams'],
      ['acme-design', '/saml/acme-design?redirect=%2Fdiagrams'],
    ]);
    await user.tab();
    expect(document.activeElement).toBe(links[0]);
  });

  function Typed() {
    const [email, setEmail] = useState('');
    return (
      <>
        <input aria-label="Typed" value={email} onChange={(event) => setEmail(event.target.value)} />
        <CompanySignIn email={email} />
      </>
    );
  }

  describe('for the address typed in the login form', () => {
    const offer = (domain: string) => ({
      name: `Continue with single sign-on for ${domain}`,
    });
    const yes = { 'POST /idp/domain': answer({ hasSingleSignOn: true }) };

    it('offers single sign-on for the domain instead of the button, and passes the address on', async () => {
      const calls = fakeServer({ ...yes, 'POST /idp': answer({ idpName: 'hh-group' }) });
      const { user, place } = renderInPortal(<CompanySignIn email="nora@Harbour-Hotel.test" />);
      const taken = await screen.findByRole('button', offer('Harbour-Hotel.test'));
      expect(screen.queryByRole('button', { name: 'Sign in with your company' })).toBeNull();
      expect(screen.getByRole('status').textContent).toContain('Harbour-Hotel.test');
      expect(document.body.textContent).not.toContain('hh-group');
      expect(calls.map(({ path, body }) => [path, body])).toEqual([
        ['/idp/domain', { domain: 'harbour-hotel.test' }],
      ]);
      await user.click(taken);
      await waitFor(() => expect(place.leftTo).toBe('/saml/hh-group'));
      expect(calls[1]?.body).toEqual({ email: 'nora@Harbour-Hotel.test' });
    });

    it('sends one request after typing stops, and none for public mail providers', async () => {
      skipWaits();
      const calls = fakeServer(yes);
      const { user } = renderInPortal(<Typed />);
      const box = screen.getByLabelText('Typed');
      await user.type(box, 'nora@gmail.com');
      await screen.findByRole('status');
      await user.clear(box);
      await user.paste('nora@h');
      for (const letter of '.test') await user.keyboard(letter);
      await screen.findByRole('button', offer('h.test'));
      expect(calls.map(({ body }) => body)).toEqual([{ domain: 'h.test' }]);
    });

    it.each([
      [answer({ hasSingleSignOn: false })],
      [problemAnswer('TooManyRequests')],
      ['unreachable' as const],
    ])('keeps the button if the domain has no single sign-on or the server does not say', async (planned) => {
      const calls = fakeServer({ 'POST /idp/domain': planned });
      renderInPortal(<CompanySignIn email="nora@nowhere.test" />);
      await waitFor(() => expect(calls).toHaveLength(1));
      expect(await screen.findByRole('button', { name: 'Sign in with your company' })).toBeTruthy();
    });

    it('lets the visitor choose if the company has several teams', async () => {
      fakeServer({ ...yes, 'POST /idp': answer({ idpName: 'acme', idpNames: ['acme', 'acme-design'] }) });
      const { user } = renderInPortal(<CompanySignIn email="nora@acme.test" />);
      await user.click(await screen.findByRole('button', offer('acme.test')));
      expect(await screen.findByRole('link', { name: 'acme-design' })).toBeTruthy();
    });
  });

  it('asks for a valid email address without sending a request', async () => {
    const { user, field, calls } = await open();
    await user.keyboard('ada{Enter}');
    expect(await screen.findByText('Enter a valid email address')).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(calls).toHaveLength(0);
  });

  it('shows the error for an unknown company at the field', async () => {
    const { user, field, place } = await open({ 'POST /idp': problemAnswer('IdpUnknown') });
    await user.keyboard('ada@nowhere.test{Enter}');
    await screen.findByText(problemTypes.IdpUnknown.message);
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      problemTypes.IdpUnknown.message,
    );
    expect(screen.getByRole('alert').textContent).toBe('');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(place.leftTo).toBeUndefined();
  });

  it.each([
    ['unreachable' as const, /Check your connection/],
    [problemAnswer('TooManyRequests'), /Too many attempts/],
  ])('shows a temporary error above the field', async (planned, text) => {
    const { user } = await open({ 'POST /idp': planned });
    await user.keyboard('ada@acme.test{Enter}');
    expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy();
  });
});
