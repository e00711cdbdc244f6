import { answer, fakeServer, problemAnswer, renderInPortal } from '../../test-portal.tsx';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { encodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { screen, waitFor } from '@testing-library/react';
import { rememberArrival } from '../../navigation/arrival.ts';
import { ownDraft, removeOwnDrafts } from '../../navigation/own-drafts.ts';
import { LoginReason } from './login-reason.tsx';

const CODE = encodeInvitationCode('secret-id');
const invitation = {
  inviter: { name: 'Olive Owner', email: 'olive@example.test' },
  existingTeam: { name: 'Harbour Hotel' },
  invitation: { email: 'ada@example.test', id: 'i1' },
};
const draft = ownDraft('invite', (value) => (typeof value === 'string' ? value : undefined));

function arrive(redirect: string, answers: Parameters<typeof fakeServer>[0] = {}, appName = '') {
  const calls = fakeServer(answers);
  rememberArrival(`?${new URLSearchParams({ redirect })}`, redirect);
  return { ...renderInPortal(<LoginReason />, { values: { appName } }), calls };
}

describe('the reason for a login', () => {
  beforeEach(() => sessionStorage.clear());

  it('names the inviter, the team and the invited address', async () => {
    arrive(`/switch-team/${CODE}`, { 'GET /invitation/team/secret-id': answer(invitation) });
    expect((await screen.findByText(/Olive Owner invited you/)).textContent).toBe(
      'Olive Owner invited you to the team Harbour Hotel. Log in as ada@example.test to accept.',
    );
  });

  it('names the user who shared an event, and the invited address', async () => {
    arrive(`/join-event/${CODE}?event_name=Gala`, { 'GET /invitation/event/secret-id': answer(invitation) });
    expect((await screen.findByText(/Olive Owner shared/)).textContent).toBe(
      'Olive Owner shared an event with you. Log in as ada@example.test to accept.',
    );
  });

  it('names the app by the name that the server sends', () => {
    arrive('/oauth/authorize?client_id=planner', {}, 'Planner');
    expect(document.body.textContent).toBe('Planner is asking for access. Log in to decide.');
  });

  it.each([
    ['/settings/team', ''],
    ['/oauth/authorize?client_id=nobody', ''],
    ['https://evil.test/oauth/authorize', 'Planner'],
    ['/switch-team/%F0%9F', ''],
  ])('is not shown for the redirect %s', (redirect, appName) => {
    const { calls } = arrive(redirect, {}, appName);
    expect(document.body.textContent).toBe('');
    expect(calls).toHaveLength(0);
  });

  it('is not shown for an unknown invitation', async () => {
    const { calls } = arrive(`/switch-team/${CODE}`, {
      'GET /invitation/team/secret-id': problemAnswer('InvitationUnknown'),
    });
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(document.body.textContent).toBe('');
  });

  it('names the idle timeout, and mentions unsaved input', () => {
    fakeServer({});
    const OUT = 'You were logged out after 30 minutes without activity.';
    const { unmount } = renderInPortal(<LoginReason hasIdledOut />);
    expect(document.body.textContent).toBe(OUT);
    unmount();
    draft.write('ada@example.test', 'grace@example.test');
    renderInPortal(<LoginReason hasIdledOut />).unmount();
    renderInPortal(<LoginReason hasIdledOut />);
    expect(document.body.textContent).toBe(`${OUT} Log in to pick up where you left off.`);
  });
});

describe('a draft', () => {
  beforeEach(() => sessionStorage.clear());

  it('is readable only by its author, and is cleared when another user types or any user logs out', () => {
    const other = ownDraft('billing', (value) => (typeof value === 'string' ? value : undefined));
    draft.write('ada@example.test', 'a');
    other.write('ada@example.test', 'b');
    expect([draft.read('ada@example.test'), draft.read('eve@example.test')]).toEqual(['a', undefined]);
    draft.remove();
    expect([draft.read('ada@example.test'), other.read('ada@example.test')]).toEqual([undefined, 'b']);
    draft.write('eve@example.test', 'c');
    expect(other.read('ada@example.test')).toBeUndefined();
    removeOwnDrafts();
    expect(draft.read('eve@example.test')).toBeUndefined();
  });
});
