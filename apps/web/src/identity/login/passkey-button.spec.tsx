import { beforeAll, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { fakeServer, refuse, renderInPortal } from '../../test-portal.tsx';
import { PasskeyButton } from './passkey-button.tsx';

describe('the button for a passkey', () => {
  beforeAll(async () => void (await import('./passkey-way.tsx')));

  it.each([
    ['asks the server for a passkey', false, 1],
    ['asks for none while a login is under way, which a second one would end', true, 0],
  ])('%s', async (_name, isLoggingIn, expected) => {
    const calls = fakeServer({ 'GET /login/passkey': refuse('Unavailable') });
    const { user } = renderInPortal(<PasskeyButton isLoggingIn={isLoggingIn} onSigned={() => {}} />);
    await user.click(screen.getByRole('button', { name: 'Log in with a passkey' }));
    await waitFor(() => expect(calls.filter(({ path }) => path === '/login/passkey')).toHaveLength(expected));
  });
});
