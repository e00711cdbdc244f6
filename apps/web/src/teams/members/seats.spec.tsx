import { renderInPortal } from '../../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import type { TeamReply } from '@foyer/contracts/teams/team';
import { screen } from '@testing-library/react';
import { Seats } from './seats.tsx';

const team: TeamReply = {
  name: 'Grand & Co',
  seatLimit: 20,
  isOwner: true,
  ownerName: 'Olive Owner',
  members: [],
  invitations: [],
  seatRequests: [],
  taken: { members: 9, invitations: 3 },
};
const full = { ...team, seatLimit: 12 };
const alone = { ...team, seatLimit: 1, taken: { members: 1, invitations: 0 } };

const support = { email: 'sales+eu@foyer.test', phone: '' };
const show = (changed: TeamReply) =>
  renderInPortal(<Seats team={changed} onInvite={() => {}} />, { values: { support } });
const text = () => document.body.textContent ?? '';
const askFor = () => screen.getByRole('link', { name: 'Request more seats' }).getAttribute('href') ?? '';
const inviteButton = () => screen.queryByRole('button', { name: 'Invite people' });

describe('the seats of a team', () => {
  it('are shown as text, and as a meter with a name and a value', () => {
    show(team);
    expect(text()).toContain('12 of 20 seats taken');
    const meter = screen.getByRole('meter', { name: '12 of 20 seats taken' });
    const value = (name: string) => meter.getAttribute(`aria-value${name}`);
    expect(['min', 'max', 'now', 'text'].map(value)).toEqual([
      ...['0', '20', '12'],
      '9 members, 3 invited, 8 free',
    ]);
    expect(inviteButton()).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('link to a mail that requests more seats if no seat is free', () => {
    show(full);
    expect(inviteButton()).toBeNull();
    const mail = new URL(askFor());
    expect(mail.pathname).toBe('sales%2Beu@foyer.test');
    expect(mail.searchParams.get('subject')).toBe('More seats for Grand & Co');
    expect(mail.searchParams.get('body')).toContain('9 members, 3 invitations');
    expect(mail.searchParams.get('body')).toContain('has 12 seats');
    expect(text()).toContain('remove a member');
  });

  it('do not suggest removing a member if the owner is the only member', () => {
    show(alone);
    expect(text()).toContain('1 of 1 seat taken');
    expect(text()).toContain('To invite people, request more seats.');
    expect(text()).not.toMatch(/remove|withdraw/);
    expect(askFor()).toContain('1%20seat%2C');
  });

  it('are shown to members, with the name of the owner to ask', () => {
    show({ ...full, isOwner: false });
    expect(text()).toContain('12 of 12 seats taken');
    expect(text()).toContain('ask Olive Owner, the team’s owner');
    expect([inviteButton(), screen.queryByRole('link')]).toEqual([null, null]);
  });

  it('show that a lowered limit is exceeded', () => {
    show({ ...team, seatLimit: 10 });
    expect(text()).toContain('12 of 10 seats taken');
    expect(screen.getByRole('meter').getAttribute('aria-valuemax')).toBe('12');
    expect(inviteButton()).toBeNull();
  });
});
