import { beforeAll, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { fakeServer, problemAnswer, renderInPortal } from '../../test-portal.tsx';
import { PasskeyButton } from './passkey-button.tsx';

describe('the passkey button', () => {
  beforeAll(async () => void (await import('./passkey-way.tsx')));

  it.each([
    ['starts a passkey login at the server', false, 1],
    ['starts no passkey login during another login, which the passkey login would end', true, 0],
  ])('%s', async (_name, isLoggingIn, expected) => {
    const calls = fakeServer({ 'GET /login/passkey': problemAnswer('Unavailable') });
    const { user } = renderInPortal(<PasskeyButton isLoggingIn={isLoggingIn} onSigned={() => {}} />);
    await user.click(screen.getByRole('button', { name: 'Log in with a passkey' }));
    await waitFor(() => expect(calls.filter(({ path }) => path === '/login/passkey')).toHaveLength(expected));
  });
});
