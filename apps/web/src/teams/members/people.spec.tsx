import { answer, fakeServer, problemAnswer, renderInPortal, skipWaits } from '../../test-portal.tsx';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { TeamMembers } from './team-members.tsx';
import { loadMenus } from '../../ui/menu.tsx';
import { loadModals } from '../../ui/later-modal.tsx';

const memberOf = (number: number) => ({
  id: `m${number}`,
  name: `Mia ${number}`,
  email: `mia${number}@example.test`,
  isOwner: number === 0,
  isYou: number === 0,
});
const membersOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, number) => memberOf(from + number));
const guest = { id: 'g', email: 'guest@example.test', expiresAt: '2026-11-27T12:00:00Z' };
const large = {
  name: 'Grand Hotel',
  seatLimit: 600,
  isOwner: true,
  ownerName: 'Mia 0',
  seatRequests: [],
  members: membersOf(0, 12),
  invitations: [],
  next: 'member.m11',
  taken: { members: 60, invitations: 1 },
};
const page = (members: object[], invitations: object[] = [], next?: string) =>
  answer({ members, invitations, ...(next && { next }) });

async function show(answers: Parameters<typeof fakeServer>[0], team: object = large) {
  const noPending = { 'GET /team/pending-identities': answer({ pendingIdentities: [] }) };
  const calls = fakeServer({ 'GET /team': answer(team), ...noPending, ...answers });
  const view = renderInPortal(<TeamMembers />);
  await screen.findByRole('heading', { name: 'People' });
  const asked = () => calls.filter(({ path }) => path === '/team/people').map(({ query }) => String(query));
  return { ...view, calls, asked };
}
const rows = () => screen.getAllByRole('listitem');

beforeAll(loadMenus);
beforeAll(loadModals);

describe('the list of a team’s members and invitations', () => {
  it('loads its first page with the team, and focuses the first row of the next page', async () => {
    const { user, asked } = await show({ 'GET /team/people': page(membersOf(12, 20), [guest]) });
    expect(rows()).toHaveLength(12);
    expect(screen.getByText('12 of 61 shown')).toBeTruthy();
    expect(asked()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show more people' }));
    await waitFor(() => expect(rows()).toHaveLength(21));
    expect(asked()).toEqual(['show=all&search=&after=member.m11']);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Mia 12'));
    expect(screen.getByText('21 of 61 shown').getAttribute('role')).toBe('status');
    expect(screen.queryByRole('button', { name: 'Show more people' })).toBeNull();
  });

  it('is searched by the server once typing stops, and shows whether the search found anyone', async () => {
    const { user, asked } = await show({ 'GET /team/people': [page([memberOf(7)]), page([])] });
    const box = screen.getByRole('searchbox', { name: 'Search people by name or email' });
    skipWaits();
    await user.click(box);
    await user.paste('mia7');
    expect(await screen.findByText('1 person found')).toBeTruthy();
    expect(asked()).toEqual(['show=all&search=mia7']);
    expect(rows()).toHaveLength(1);
    await user.paste('x');
    expect((await screen.findByText('No one found.')).getAttribute('role')).toBe('status');
    await user.click(screen.getByRole('button', { name: 'Show everyone' }));
    await waitFor(() => expect(rows()).toHaveLength(12));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'People' }));
  });

  it('can be filtered, and shows the count for each filter', async () => {
    const { user, asked } = await show({ 'GET /team/people': page([], [guest]) });
    await user.click(screen.getByRole('radio', { name: 'Invited 1' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(rows()[0]?.textContent).toContain('guest@example.test Invited');
    expect(asked()).toEqual(['show=invited&search=']);
    expect(screen.getByRole('radio', { name: 'Members 60' })).toBeTruthy();
  });

  it('stays visible and shows an error if the next page fails to load', async () => {
    const { user } = await show({ 'GET /team/people': problemAnswer('TooManyRequests') });
    await user.click(screen.getByRole('button', { name: 'Show more people' }));
    await waitFor(() => expect(document.querySelector('[role=alert] > *')).toBeTruthy());
    expect(rows()).toHaveLength(12);
  });

  it('has no filter for members, and neither search nor filter in a small team', async () => {
    const seen = { ...large, isOwner: false };
    const { unmount } = await show({}, seen);
    expect(screen.getByRole('searchbox')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull();
    unmount();
    const few = {
      ...large,
      members: membersOf(0, 3),
      next: undefined,
      taken: { members: 3, invitations: 0 },
    };
    await show({}, few);
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(document.querySelector('[role=status] > *')).toBeNull();
  });

  it('moves the focus to its heading when the focused row is removed', async () => {
    const two = {
      ...large,
      members: membersOf(0, 2),
      next: undefined,
      taken: { members: 2, invitations: 0 },
    };
    const one = { ...two, members: membersOf(0, 1), taken: { members: 1, invitations: 0 } };
    const { user } = await show({
      'GET /team': [answer(two), answer(one)],
      'GET /team/people': page(membersOf(0, 1)),
      'DELETE /team/members/m1': answer({}),
    });
    await user.click(screen.getByRole('button', { name: 'Actions for Mia 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await screen.findByText('Mia 1 is no longer on your team.');
    await waitFor(() => expect(rows()).toHaveLength(1));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'People' })));
  });
});
