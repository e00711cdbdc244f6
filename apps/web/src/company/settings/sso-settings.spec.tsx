import { answer, fakeServer, problemAnswer, testUser } from '../../test-portal.tsx';
import { renderPage } from '../../test-pages.tsx';
import { describe, expect, it } from '@jest/globals';
import type { SsoSettingsReply } from '@foyer/contracts/company/saml';
import { screen, waitFor, within } from '@testing-library/react';

const DETAILS = 'GET /settings/sso/details';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const acme: SsoSettingsReply['identityProviders'][number] = {
  name: 'acme',
  isEnabled: true,
  entityId: 'https://idp.acme.test/metadata',
  singleSignOnUrl: 'https://idp.acme.test/sso',
  domains: ['acme.test', 'acme.example'],
  attributes: { email: 'mail', firstName: 'givenName', lastName: 'sn' },
  isIdpInitiatedAllowed: false,
  asksForSecondFactor: false,
  certificates: [{ subject: 'CN=acme', validTo: '2046-12-20T12:00:00.000Z', isEnding: false }],
  serviceProvider: {
    entityId: 'https://portal.test/saml/acme/metadata',
    acsUrl: 'https://portal.test/saml/acme/acs',
    metadataUrl: 'https://portal.test/saml/acme/metadata',
  },
};
const withOne = (change: Partial<typeof acme>) => answer({ identityProviders: [{ ...acme, ...change }] });

type Answers = Parameters<typeof fakeServer>[0];

function open(details: Answers[string], others: Answers = {}) {
  fakeServer({
    'GET /session': answer({ csrfToken: 't', user: testUser, isOwner: true }),
    'GET /invitations/waiting': answer({ invitations: [] }),
    [DETAILS]: details,
    ...others,
  });
  return renderPage({ at: '/settings/sso' });
}
const provider = () => screen.findByRole('region', { name: 'acme' });

describe('the single sign-on settings', () => {
  it('show the values to enter in the portal and at the identity provider', async () => {
    open(withOne({}));
    const text = (await provider()).textContent;
    expect(text).toContain('acmeOn');
    expect(text).toContain('ACS URLhttps://portal.test/saml/acme/acs');
    expect(text).toContain('Email domainsacme.test, acme.example');
    expect(text).toContain('First name attributegivenName');
    expect(text).toContain('Not allowed');
    expect(text).toContain('CN=acmeExpires on December 20, 2046');
    expect(screen.queryByText('Expires soon')).toBeNull();
    const menu = screen.getByRole('navigation', { name: 'Settings' });
    expect(within(menu).getByRole('link', { name: 'Single sign-on' }).getAttribute('aria-current')).toBe(
      'page',
    );
  });

  it('copy a value, and confirm the copy', async () => {
    const { user } = open(withOne({}));
    await user.click(await screen.findByRole('button', { name: 'Copy ACS URL' }));
    expect((await screen.findByText('Copied: ACS URL')).closest('[role=status]')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('https://portal.test/saml/acme/acs');
  });

  it('link to a test login, even before the identity provider is enabled', async () => {
    open(withOne({ isEnabled: false }));
    const link = await screen.findByRole('link', { name: 'Run a test login with acme' });
    expect(link.getAttribute('href')).toBe('/saml/acme?test=1');
    expect((await provider()).textContent).toContain(
      'No one can sign in with this identity provider at the moment.',
    );
  });

  it.each([
    [20, 'Expires soon', /^Expires on/],
    [-1, 'Expired', /^Expired on/],
  ])('warn about a certificate that expires in %i days', async (days, word, line) => {
    open(withOne({ certificates: [{ subject: 'CN=acme', validTo: inDays(days), isEnding: true }] }));
    expect(
      (await screen.findByText(/A certificate is about to expire or has expired/)).closest('[role=alert]'),
    ).toBeTruthy();
    expect(screen.getByText(word)).toBeTruthy();
    expect(within(await provider()).getByText('CN=acme', { exact: false }).textContent).toMatch(
      new RegExp(line.source.replace('^', 'CN=acme')),
    );
  });

  it('store the owner’s statement that the company requires a second factor', async () => {
    const { user } = open([withOne({}), withOne({ asksForSecondFactor: true })], {
      'PATCH /settings/sso/acme': answer({}),
    });
    await user.click(await screen.findByRole('button', { name: 'Accept acme as two-step verification' }));
    expect(await screen.findByText(/You’ve confirmed that acme requires/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Stop accepting acme as two-step verification' })).toBeTruthy();
    expect(screen.getByText(/applies from the next sign-in/)).toBeTruthy();
  });

  it('show how to connect an identity provider', async () => {
    open(answer({ identityProviders: [] }));
    expect(await screen.findByText(/isn’t connected to an identity provider yet/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'help@foyer.test' })).toBeTruthy();
  });

  it('are shown only to the owner', async () => {
    open(problemAnswer('NotOwner'));
    expect(await screen.findByText(/Only the team’s owner can set up single sign-on/)).toBeTruthy();
  });

  it('offer a retry when they fail to load', async () => {
    const { user } = open([problemAnswer('Unavailable'), withOne({})]);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'acme' })).toBeTruthy());
  });
});
