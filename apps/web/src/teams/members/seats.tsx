import type { TeamReply } from '@foyer/contracts/teams/team';
import { useId } from 'react';
import { usePageValues } from '../../page-values/page-values.tsx';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { t } from '../../words/t.ts';
import { moreSeatsHref } from './more-seats.ts';
import styles from './seats.module.css';

export type Taken = TeamReply['taken'];

export function freeSeatsOf({ seatLimit, taken }: TeamReply): number {
  // A lowered limit can be smaller than the number of taken seats.
  return Math.max(0, seatLimit - taken.members - taken.invitations);
}

export function Seats({ team, onInvite }: { team: TeamReply; onInvite(): void }) {
  const id = useId();
  const { seatLimit, taken } = team;
  const free = freeSeatsOf(team);
  const count = taken.members + taken.invitations;
  return (
    <div className={styles.seats}>
      <p className={styles.count} id={id}>
        {t(
          'teams.seats.takenOfLimit',
          '{count, number} of {seatLimit, plural, one {# seat} other {# seats}} taken',
          {
            count,
            seatLimit,
          },
        )}
      </p>
      <Meter taken={taken} free={free} labelledBy={id} />
      <p className={styles.parts}>{partsOf(taken, free)}</p>
      {team.isOwner && free > 0 && (
        <div className={styles.invite}>
          <Button onClick={onInvite}>{t('teams.invitePeople', 'Invite people')}</Button>
        </div>
      )}
      {free === 0 && <NoSeat team={team} taken={taken} />}
    </div>
  );
}

function partsOf({ members, invitations }: Taken, free: number): string {
  if (invitations === 0)
    return t(
      'teams.seats.membersAndFree',
      '{members, plural, one {# member} other {# members}}, {free, plural, =0 {none free} other {# free}}',
      { members, free },
    );
  return t(
    'teams.seats.membersInvitedAndFree',
    '{members, plural, one {# member} other {# members}}, {invitations, number} invited, {free, plural, =0 {none free} other {# free}}',
    { members, invitations, free },
  );
}

function Meter({ taken, free, labelledBy }: { taken: Taken; free: number; labelledBy: string }) {
  const count = taken.members + taken.invitations;
  const most = count + free;
  const part = (of: number) => ({ inlineSize: `${(100 * of) / most}%` });
  return (
    <div
      className={styles.meter}
      role="meter"
      aria-labelledby={labelledBy}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={count}
      aria-valuetext={partsOf(taken, free)}
    >
      <span className={styles.members} style={part(taken.members)} />
      {taken.invitations > 0 && <span className={styles.invited} style={part(taken.invitations)} />}
    </div>
  );
}

function NoSeat({ team, taken }: { team: TeamReply; taken: Taken }) {
  const href = useMoreSeats(team);
  if (!team.isOwner)
    return team.ownerName ? (
      <p>
        {t('teams.seats.askOwner', 'To add someone, ask {name}, the team’s owner.', {
          name: team.ownerName,
        })}
      </p>
    ) : null;
  const hasOthers = taken.members + taken.invitations > 1;
  return (
    <>
      <p>
        {hasOthers
          ? t(
              'teams.seats.makeRoom',
              'To invite more people, request more seats, remove a member or withdraw an invitation.',
            )
          : t('teams.seats.requestMoreSeats', 'To invite people, request more seats.')}
      </p>
      <div>
        <ButtonAnchor href={href}>{t('teams.requestSeats', 'Request more seats')}</ButtonAnchor>
      </div>
    </>
  );
}

export function useMoreSeats(team: TeamReply): string {
  const { support } = usePageValues();
  return moreSeatsHref(support.email, team);
}
