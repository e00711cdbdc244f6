import type { TeamReply } from '@foyer/contracts/team';
import { usePageValues } from '../../page-values/page-values.tsx';
import { longDate } from '../../ui/long-date.ts';
import { OutsideLink } from '../../ui/text-link.tsx';
import { RowButton } from './row-button.tsx';
import styles from './team.module.css';
import type { TeamChange } from './use-team-changes.ts';

type SeatRequestsProps = {
  requests: TeamReply['seatRequests'];
  busyWith: TeamChange | undefined;
  onDismiss(change: TeamChange): void;
};

/** People who signed in through the company when no seat was free. */
export function SeatRequests({ requests, busyWith, onDismiss }: SeatRequestsProps) {
  const { support } = usePageValues();
  return (
    <section aria-labelledby="seat-requests">
      <h2 id="seat-requests" className={styles.title}>
        Waiting for a seat
      </h2>
      <p className={styles.seats}>
        They signed in with your company and found no free seat. Remove a member or withdraw an invitation, or
        write to <OutsideLink href={`mailto:${support.email}`}>{support.email}</OutsideLink> for more seats.
        Then ask them to sign in again.
      </p>
      <ul className={styles.list}>
        {requests.map(({ id, name, email, at, needsInvitation }) => (
          <li key={id} className={styles.row}>
            <div className={styles.who}>
              <p className={styles.name}>{name}</p>
              <p className={styles.note}>{email}</p>
              <p className={styles.note}>{longDate(at)}</p>
              {needsInvitation && (
                <p className={styles.note}>Has an account outside your team. Invite them below.</p>
              )}
            </div>
            <div className={styles.actions}>
              <RowButton change={{ kind: 'dismiss', id, who: name }} busyWith={busyWith} onPress={onDismiss}>
                Dismiss
              </RowButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
