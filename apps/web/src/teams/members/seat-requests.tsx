import type { TeamReply } from '@foyer/contracts/teams/team';
import { longDate } from '../../words/formats.ts';
import { t } from '../../words/t.ts';
import { PersonLines } from './person-lines.tsx';
import { RowButton } from './row-button.tsx';
import styles from './team.module.css';
import type { TeamChange } from './use-team-changes.ts';

type SeatRequestsProps = {
  requests: TeamReply['seatRequests'];
  busyWith: TeamChange | undefined;
  onDismiss(change: TeamChange): void;
};

export function SeatRequests({ requests, busyWith, onDismiss }: SeatRequestsProps) {
  return (
    <section aria-labelledby="seat-requests">
      <h2 id="seat-requests" className={styles.title}>
        {t('teams.seatRequests.title', 'Waiting for a seat')}
      </h2>
      <p className={styles.seats}>
        {t(
          'teams.seatRequests.explanation',
          '{count, plural, one {This person tried to sign in with your company, but no seat was free. Once a seat is free, ask them to sign in again.} other {These people tried to sign in with your company, but no seat was free. Once seats are free, ask them to sign in again.}}',
          { count: requests.length },
        )}
      </p>
      <ul className={styles.list}>
        {requests.map(({ id, name, email, at, needsInvitation }) => (
          <li key={id} className={styles.row}>
            <div className={styles.who}>
              <PersonLines name={name} note={email} />
              <p className={styles.note}>{longDate(at)}</p>
              {needsInvitation && (
                <p className={styles.note}>
                  {t(
                    'teams.seatRequests.hasOtherAccount',
                    'Has an account outside your team. Send them an invitation.',
                  )}
                </p>
              )}
            </div>
            <div className={styles.actions}>
              <RowButton change={{ kind: 'dismiss', id, who: name }} busyWith={busyWith} onPress={onDismiss}>
                {t('teams.seatRequests.dismissButton', 'Dismiss ## a request')}
              </RowButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
