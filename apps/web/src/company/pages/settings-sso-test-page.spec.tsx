import { answer, fakeServer, problemAnswer, testUser } from '../../test-portal.tsx';
import { renderPage } from '../../test-pages.tsx';
import { describe, expect, it } from '@jest/globals';
import type { SsoTestReply } from '@foyer/contracts/company/saml';
import { screen, within } from '@testing-library/react';

const report: SsoTestReply = {
  idpName: 'acme',
  at: '2026-11-20T12:00:00.000Z',
  isPassed: true,
  checks: [
    { check: 'signature', outcome: 'passed', detail: 'Signed by CN=acme.' },
    { check: 'attributes', outcome: 'warning', detail: 'No first name arrived.' },
  ],
  received: [{ name: 'mail', values: ['ada@acme.test', 'second@acme.test'] }],
};
const failed: SsoTestReply = {
  ...report,
  isPassed: false,
  checks: [
    { check: 'audience', outcome: 'failed', detail: 'Expected A, got B.' },
    { check: 'account', outcome: 'skipped', detail: 'Not reached.' },
  ],
  received: [],
};

function open(test: Parameters<typeof fakeServer>[0][string]) {
  fakeServer({
    'GET /session': answer({ csrfToken: 't', user: testUser, isOwner: true }),
    'GET /invitations/waiting': answer({ invitations: [] }),
    'GET /settings/sso/tests/t1': test,
  });
  return renderPage({ at: '/settings/sso/test/t1' });
}
const rows = async () =>
  within(await screen.findByRole('region', { name: 'Checks' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

describe('the report of a test login', () => {
  it('shows that the test passed, each check, and the received attributes', async () => {
    open(answer(report));
    expect(await screen.findByRole('heading', { name: 'The test login passed' })).toBeTruthy();
    expect(await rows()).toEqual([
      'PassedSignatureSigned by CN=acme.',
      'WarningAttributesNo first name arrived.',
    ]);
    expect(screen.getByRole('region', { name: 'What we received' }).textContent).toContain(
      'mailada@acme.testsecond@acme.test',
    );
    expect(screen.getByText(/No one was logged in or added/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Single sign-on', current: true })).toBeTruthy();
  });

  it('shows the failed checks, and links to a new test and back to the settings', async () => {
    const { user, place } = open(answer(failed));
    expect(await screen.findByRole('heading', { name: 'The test login failed' })).toBeTruthy();
    expect(await rows()).toEqual(['FailedAudienceExpected A, got B.', 'Not checkedAccountNot reached.']);
    expect(screen.getByText('We couldn’t read anything that we received.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Test again' }).getAttribute('href')).toBe('/saml/acme?test=1');
    await user.click(screen.getByRole('link', { name: 'Single sign-on', current: false }));
    expect(place.path).toBe('/settings/sso');
  });

  it.each([
    [problemAnswer('NotFound'), /We couldn’t find this report/],
    [problemAnswer('NotOwner'), /Only the team’s owner/],
    [problemAnswer('Unavailable'), /We’re busy/],
  ])('is replaced by the reason if it cannot be shown', async (planned, text) => {
    open(planned);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
