import { answer, fakeServer, problemAnswer, renderInPortal, testUser } from '../../test-portal.tsx';
import { expect, it } from '@jest/globals';
import { problemTypes } from '@foyer/contracts/problem';
import { screen } from '@testing-library/react';
import { SetUpFactorPage } from './set-up-factor-page.tsx';

const PROOF = 'POST /settings/security/proof';
const restricted = answer({ csrfToken: 't', user: testUser, restrictedTo: 'second-factor' });

it('the set-up page accepts a code from a user with an authenticator app who logged in without a code', async () => {
  const calls = fakeServer({
    'GET /session': [restricted, answer({ csrfToken: 'next', user: testUser })],
    'GET /settings/security/second-factor': answer({
      since: '2026-11-01T09:00:00.000Z',
      codesLeft: 8,
      devices: [],
      hasPassword: false,
    }),
    'GET /settings/security/passkeys': answer({ passkeys: [] }),
    [PROOF]: [problemAnswer('WrongCode'), answer({ message: 'Confirmed' })],
  });
  const { user } = renderInPortal(<SetUpFactorPage />);
  const confirm = await screen.findByRole('button', { name: 'Confirm' });
  await user.click(confirm);
  expect(await screen.findByText('Enter the 6-digit code from your app')).toBeTruthy();
  await user.type(screen.getByLabelText('Code from your authenticator app'), '123456');
  await user.click(confirm);
  expect(await screen.findByText(problemTypes.WrongCode.message)).toBeTruthy();
  await user.click(confirm);
  expect(await screen.findByText('Two-step verification is set up. You can continue.')).toBeTruthy();
  const bodies = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(bodies).toEqual([{ code: '123456' }, { code: '123456' }]);
});
