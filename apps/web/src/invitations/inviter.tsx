import type { ReactNode } from 'react';
import { initialsOf } from '../ui/initials.ts';
import { rich } from '../words/t.ts';
import styles from './inviter.module.css';

type InviterProps = {
  name: string;
  email: string;
  /** Undefined for an event. */
  team?: string;
};

export function Inviter({ name, email, team }: InviterProps) {
  const strong = (words: ReactNode) => <strong>{words}</strong>;
  return (
    <div className={styles.inviter}>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <div className={styles.who}>
        <p>
          {team === undefined
            ? rich('invitations.inviter.sharedEvent', '<strong>{name}</strong> shared this event with you.', {
                name,
                strong,
              })
            : rich(
                'invitations.inviter.invitedToTeam',
                '<strong>{name}</strong> invited you to the team {team}.',
                { name, team, strong },
              )}
        </p>
        <p className={styles.email}>
          <bdi>{email}</bdi>
        </p>
      </div>
    </div>
  );
}
