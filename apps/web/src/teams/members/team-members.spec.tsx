import { answer, fakeServer, fill, problemAnswer, renderInPortal } from '../../test-portal.tsx';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { TeamMembers } from './team-members.tsx';
import { loadMenus } from '../../ui/menu.tsx';
import { loadModals } from '../../ui/later-modal.tsx';

const GUEST = 'guest@example.test';
const LINK = 'https://portal.test/join-team/Y29kZQ';
const filled = {
  name: 'Compiler Events',
  seatLimit: 3,
  taken: { members: 1, invitations: 1 },
  isOwner: true,
  members: [{ id: 'a', name: 'Ada Lovelace', email: 'ada@example.test', isOwner: true, isYou: true }],
  invitations: [{ id: 'i', email: GUEST, expiresAt: '2026-11-27T12:00:00Z', link: LINK }],
  seatRequests: [],
};
const team = answer(filled);
const waiting = answer({
  ...filled,
  seatRequests: [{ id: 's', name: 'Sam Waiting', email: 'sam@example.test', at: '2026-11-20T12:00:00Z' }],
});
const noIdentities = answer({ pendingIdentities: [] });
const noPending = { 'GET /team/pending-identities': noIdentities };
const invite = 'POST /team/invitations';

async function show(answers: Parameters<typeof fakeServer>[0]) {
  const { 'GET /team': teams = team } = answers;
  const people = Array.isArray(teams) ? teams.slice(1) : teams;
  const calls = fakeServer({ 'GET /team': teams, 'GET /team/people': people, ...noPending, ...answers });
  const view = renderInPortal(<TeamMembers />);
  await screen.findByRole('heading', { name: 'Compiler Events' });
  return { ...view, calls };
}

type User = Awaited<ReturnType<typeof show>>['user'];
async function openInvitation(user: User): Promise<HTMLTextAreaElement> {
  await user.click(screen.getByRole('button', { name: 'Invite people' }));
  return screen.findByLabelText<HTMLTextAreaElement>('Email addresses');
}
const menuOf = (who: string) => screen.getByRole('button', { name: `Actions for ${who}` });
async function choose(user: User, who: string, action: string): Promise<void> {
  await user.click(menuOf(who));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}
const itemsOf = async (user: User, who: string) => {
  await user.click(menuOf(who));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  await user.keyboard('{Escape}');
  return items;
};

beforeAll(loadMenus);
beforeAll(loadModals);

describe('the team page', () => {
  beforeEach(() => sessionStorage.clear());

  it('keeps the text of the invite box when the page opens again, until the text is sent', async () => {
    const first = await show({ [invite]: answer({ results: [{ email: GUEST, outcome: 'invited' }] }) });
    await fill(first.user, await openInvitation(first.user), GUEST);
    first.unmount();
    const again = await show({ [invite]: answer({ results: [{ email: GUEST, outcome: 'invited' }] }) });
    expect((await openInvitation(again.user)).value).toBe(GUEST);
    await again.user.click(screen.getByRole('button', { name: 'Send invitations' }));
    await waitFor(() => expect(sessionStorage.getItem('portal.own-drafts')).toBeNull());
  });

  it('announces nothing before a change', async () => {
    await show({});
    expect(document.querySelector('[role=status] > *')).toBeNull();
    expect(screen.getByText('2 of 3 seats taken')).toBeTruthy();
  });

  it('copies an invitation’s link without a call to the server', async () => {
    const { user, calls } = await show({});
    const before = calls.length;
    await choose(user, GUEST, 'Copy link');
    expect(
      (await screen.findByText(`The link for ${GUEST} was copied.`)).closest('[role=status]'),
    ).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(LINK);
    expect(calls).toHaveLength(before);
  });

  it('offers no link to copy if the server sends no link', async () => {
    const withoutLink = { ...filled, invitations: [{ ...filled.invitations[0], link: undefined }] };
    const { user } = await show({ 'GET /team': answer(withoutLink) });
    expect(await itemsOf(user, GUEST)).toEqual(['Resend email', 'Withdraw']);
  });

  it('keeps addresses without a seat in the invite box, even after it closes, and says what to do', async () => {
    const { user } = await show({
      [invite]: answer({ results: [{ email: 'late@example.test', outcome: 'noSeat' }] }),
    });
    const box = await openInvitation(user);
    await fill(user, box, 'late@example.test');
    await user.click(screen.getByRole('button', { name: 'Send invitations' }));
    const more = await screen.findByRole('link', { name: 'Request more seats' });
    expect(more.getAttribute('href')).toContain('mailto:help@foyer.test?subject=More%20seats');
    expect(box.value).toBe('late@example.test');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect((await openInvitation(user)).value).toBe('late@example.test');
  });

  it('closes the invite dialog on success, names emails that are sent later, and restores the focus', async () => {
    const { user } = await show({
      [invite]: answer({ results: [{ email: GUEST, outcome: 'later', link: LINK }] }),
    });
    await fill(user, await openInvitation(user), GUEST);
    await user.click(screen.getByRole('button', { name: 'Send invitations' }));
    const said = await screen.findByText(/was invited. The email will arrive later/);
    expect(said.closest('[role=status]')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Invite people' })),
    );
    await choose(user, GUEST, 'Copy link');
    await screen.findByText(`The link for ${GUEST} was copied.`);
    expect((await openInvitation(user)).value).toBe('');
  });

  it('keeps the typed addresses and shows an error if the invitation limit is reached', async () => {
    const { user } = await show({ [invite]: problemAnswer('InvitationLimitReached') });
    const box = await openInvitation(user);
    await fill(user, box, 'late@example.test');
    await user.click(screen.getByRole('button', { name: 'Send invitations' }));
    const said = await screen.findByText(/You’ve sent a lot of invitations/);
    expect(said.closest('[role=alert]')).toBeTruthy();
    expect(box.value).toBe('late@example.test');
  });

  it('withdraws an invitation only after a confirmation, and shows the server’s error', async () => {
    const { user } = await show({ 'DELETE /team/invitations/i': problemAnswer('NotOwner') });
    await choose(user, GUEST, 'Withdraw');
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }),
    );
    expect((await screen.findByText(/Only the team’s owner/)).closest('[role=alert]')).toBeTruthy();
  });

  it('lists people who are waiting for a seat, and lets the owner dismiss a request', async () => {
    const dismiss = 'DELETE /team/seat-requests/s';
    const { user, calls } = await show({ 'GET /team': [waiting, team], [dismiss]: answer({}) });
    const section = screen.getByRole('region', { name: 'Waiting for a seat' });
    expect(section.textContent).toContain('no seat was free');
    expect(document.body.textContent).not.toContain('emove a member');
    expect(within(section).getByRole('listitem').textContent).toContain('sam@example.test');
    expect(section.textContent).toContain('November 20, 2026');
    await user.click(screen.getByRole('button', { name: 'Dismiss Sam Waiting' }));
    const said = await screen.findByText('The request from Sam Waiting was dismissed.');
    expect(said.closest('[role=status]')).toBeTruthy();
    expect(calls.some(({ method, path }) => `${method} ${path}` === dismiss)).toBe(true);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting for a seat' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Compiler Events' }));
  });

  it.each([
    ['Same person', 'same', /full access to this account/, /can now sign in/],
    ['Someone new', 'new', /archive the account of Ada Lovelace/, /their own account/],
  ] as const)('explains what “%s” does before the owner confirms it', async (button, who, meaning, said) => {
    const jack = { name: 'Jack Newcomer', memberName: 'Ada Lovelace', email: 'jane@example.test' };
    const pending = {
      id: 'p',
      ...jack,
      nameId: 'x1',
      at: '2026-11-20T12:00:00Z',
      isYou: false,
      hasMoved: false,
    };
    const decide = 'POST /team/pending-identities/p';
    const { user, calls } = await show({
      'GET /team/pending-identities': [answer({ pendingIdentities: [pending] }), noIdentities],
      [decide]: answer({}),
    });
    const section = screen.getByRole('region', { name: 'Needs your review' });
    expect(within(section).getByRole('listitem').textContent).toContain('x1');
    await user.click(screen.getByRole('button', { name: `${button} Jack Newcomer` }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toMatch(meaning);
    expect(calls.some(({ path }) => path.includes('pending-identities/'))).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: button }));
    expect((await screen.findByText(said)).closest('[role=status]')).toBeTruthy();
    expect(calls.find(({ method, path }) => `${method} ${path}` === decide)?.body).toEqual({ who });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Compiler Events'));
  });

  it('does not let owners decide that their own account belongs to a new person', async () => {
    const own = {
      id: 'p',
      name: 'Ada L',
      memberName: 'Ada Lovelace',
      email: 'ada@example.test',
      nameId: 'x',
    };
    await show({
      'GET /team/pending-identities': answer({
        pendingIdentities: [{ ...own, at: '2026-11-20T12:00:00Z', isYou: true, hasMoved: false }],
      }),
    });
    expect(screen.getByRole('button', { name: 'Same person Ada L' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Someone new Ada L' })).toBeNull();
  });

  describe('ownership transfer', () => {
    const mia = { id: 'm', name: 'Mia Member', email: 'mia@example.test', isOwner: false, isYou: false };
    const owned = { ...filled, members: [...filled.members, mia] };
    const offer = {
      memberId: 'm',
      memberName: 'Mia Member',
      ownerName: 'Ada Lovelace',
      expiresAt: '2026-11-29T12:00:00Z',
      isToYou: false,
    };
    const plan = { name: 'pro', status: 'active', until: '2026-12-22T12:00:00Z', isCancelScheduled: false };
    const offered = (plan: object) =>
      answer({ ...owned, isOwner: false, offer: { ...offer, isToYou: true, plan } });
    const dialogOf = () => screen.findByRole('alertdialog');

    it('is offered to a member after a confirmation, and cannot be offered twice', async () => {
      const { user, calls } = await show({
        'GET /team': [answer(owned), answer({ ...owned, offer })],
        'POST /team/owner-offer': answer({}),
      });
      await choose(user, 'Mia Member', 'Make owner');
      const dialog = within(await dialogOf());
      expect(calls.some(({ method }) => method === 'POST')).toBe(false);
      await user.click(dialog.getByRole('button', { name: 'Transfer team' }));
      expect(
        await screen.findByText('We’re emailing Mia Member. Once they accept, they own the team.'),
      ).toBeTruthy();
      expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ member: 'm' });
      expect(
        await screen.findByRole('heading', { name: 'Waiting for Mia Member to accept the transfer' }),
      ).toBeTruthy();
      expect(await itemsOf(user, 'Mia Member')).toEqual(['Remove']);
    });

    it('ends when the owner cancels the offer', async () => {
      const { user } = await show({
        'GET /team': [answer({ ...owned, offer }), answer(owned)],
        'DELETE /team/owner-offer': answer({}),
      });
      await user.click(screen.getByRole('button', { name: 'Cancel transfer Mia Member' }));
      expect(await screen.findByText('The transfer to Mia Member was canceled.')).toBeTruthy();
    });

    it.each([
      [
        plan,
        /\$199 per month plus tax\. We’ll remove Ada Lovelace’s card once you accept\. Add yours by December 22, 2026 to keep PRO/,
      ],
      [{ ...plan, price: { cents: 12_50, currency: 'eur' } }, /on PRO for €12\.50 per month plus tax/],
      [{ ...plan, isCancelScheduled: true }, /paid until December 22, 2026 and ends then/],
      [{ ...plan, until: '' }, /current month of PRO isn’t paid yet\. We’ll remove Ada Lovelace’s card/],
      [{ ...plan, status: 'past_due' }, /last payment for PRO didn’t go through/],
      [{ ...plan, name: 'free', status: 'none', until: '' }, /has no paid plan/],
    ])('shows the new owner what accepting costs: %j', async (plan, text) => {
      await show({ 'GET /team': offered(plan) });
      expect(screen.getByText(text)).toBeTruthy();
    });

    it('is accepted after a confirmation, and the page shows whether it succeeded', async () => {
      const { user } = await show({
        'GET /team': [answer({ ...owned, isOwner: false, offer: { ...offer, isToYou: true } })],
        'POST /team/owner-offer/acceptance': [problemAnswer('ProofNeeded'), answer({})],
      });
      const accept = async () => {
        await user.click(screen.getByRole('button', { name: 'Become owner Ada Lovelace' }));
        await user.click(within(await dialogOf()).getByRole('button', { name: 'Become owner' }));
      };
      await accept();
      expect(await screen.findByText(/^Nothing was changed because/)).toBeTruthy();
      await accept();
      expect(await screen.findByText('You now own the team.')).toBeTruthy();
    });
  });

  it('shows no seat requests if no one is waiting for a seat', async () => {
    await show({});
    expect(screen.queryByText(/Waiting for a seat/)).toBeNull();
  });
});
