import { answer, fakeServer, problemAnswer, renderInPortal } from '../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { WaitingInvitations } from './waiting-invitations.tsx';

const list = 'GET /invitations/waiting';
const waiting = answer({
  invitations: [
    { id: 'a', kind: 'team', name: 'Compiler Events', inviter: 'Grace Hopper' },
    { id: 'b', kind: 'event', name: 'Spring Gala', inviter: 'Olive Owner' },
  ],
});
const none = answer({ invitations: [] });

describe('waiting invitations', () => {
  it('show the inviter and the team or event, and link to their page', async () => {
    fakeServer({ [list]: waiting, 'POST /invitations/b/open': answer({ path: '/join-event/abc' }) });
    const { user, place } = renderInPortal(<WaitingInvitations />);
    expect(
      (await screen.findAllByRole('listitem')).map((row) => row.querySelector('p')?.textContent),
    ).toEqual([
      'Grace Hopper invited you to the team Compiler Events.',
      'Olive Owner shared the event Spring Gala with you.',
    ]);
    await user.click(screen.getByRole('button', { name: 'See invitation to Spring Gala' }));
    await waitFor(() => expect(place.leftTo).toBe('/join-event/abc'));
  });

  it.each([none, 'unreachable' as const])(
    'show nothing if there are none or if the server does not answer',
    async (planned) => {
      const calls = fakeServer({ [list]: planned });
      const { container } = renderInPortal(<WaitingInvitations />);
      await waitFor(() => expect(calls).toHaveLength(1));
      expect(container.textContent).toBe('');
    },
  );

  it('show an error if an invitation was withdrawn in the meantime', async () => {
    fakeServer({ [list]: [waiting, none], 'POST /invitations/a/open': problemAnswer('NotFound') });
    const { user } = renderInPortal(<WaitingInvitations />);
    await user.click(await screen.findByRole('button', { name: 'See invitation to Compiler Events' }));
    expect(await screen.findByText('This invitation no longer works. Ask for a new one.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  });
});
