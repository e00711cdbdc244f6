import type { PendingIdentitiesReply } from '@foyer/contracts/company/pending-identities';
import { longDate } from '../../words/formats.ts';
import { t } from '../../words/t.ts';
import { PersonLines } from './person-lines.tsx';
import { RowButton } from './row-button.tsx';
import styles from './team.module.css';
import type { TeamChange } from './use-team-changes.ts';

type PendingIdentity = PendingIdentitiesReply['pendingIdentities'][number];
type PendingIdentitiesProps = {
  pending: PendingIdentity[];
  busyWith: TeamChange | undefined;
  onPress(change: TeamChange): void;
};

/** Company sign-ins with the current or former email address of an account. The owner decides who the person is. */
export function PendingIdentities({ pending, busyWith, onPress }: PendingIdentitiesProps) {
  return (
    <section aria-labelledby="pending-identities">
      <h2 id="pending-identities" className={styles.title}>
        {t('teams.pendingIdentities.title', 'Needs your review')}
      </h2>
      <p className={styles.seats}>
        {t(
          'teams.pendingIdentities.explanation',
          '{count, plural, one {This person tried to sign in with your company, but their email address belongs to an existing account, or did until recently. Is it the same person, or someone new?} other {These people tried to sign in with your company, but their email addresses belong to existing accounts, or did until recently. For each one, tell us whether it’s the same person or someone new.}}',
          { count: pending.length },
        )}
      </p>
      <ul className={styles.list}>
        {pending.map(({ id, name, memberName, email, nameId, at, isYou, hasMoved }) => (
          <li key={id} className={styles.row}>
            <div className={styles.who}>
              <PersonLines name={name} note={email} />
              <p className={styles.note}>{holderText({ memberName, isYou, hasMoved })}</p>
              <p className={styles.note}>
                {t('teams.pendingIdentities.dateAndId', '{date}, ID {nameId}', {
                  date: longDate(at),
                  nameId,
                })}
              </p>
            </div>
            <div className={styles.actions}>
              <RowButton change={{ kind: 'same', id, who: name }} busyWith={busyWith} onPress={onPress}>
                {t('teams.samePerson', 'Same person')}
              </RowButton>
              {(hasMoved || !isYou) && (
                <RowButton
                  change={{ kind: hasMoved ? 'newHolder' : 'new', id, who: name, member: memberName }}
                  busyWith={busyWith}
                  onPress={onPress}
                >
                  {t('teams.newPerson', 'Someone new')}
                </RowButton>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Holder = Pick<PendingIdentity, 'memberName' | 'isYou' | 'hasMoved'>;

/** Does not name a holder outside the team. */
function holderText({ memberName, isYou, hasMoved }: Holder): string {
  if (memberName === '')
    return t(
      'teams.pendingIdentities.formerHolderOutside',
      'Previous holder of this address: someone outside your team',
    );
  if (hasMoved)
    return isYou
      ? t('teams.pendingIdentities.formerHolderYou', 'Previous holder of this address: you')
      : t('teams.pendingIdentities.formerHolderMember', 'Previous holder of this address: {memberName}', {
          memberName,
        });
  return isYou
    ? t('teams.pendingIdentities.holderYou', 'Member with this address: you')
    : t('teams.pendingIdentities.holderMember', 'Member with this address: {memberName}', { memberName });
}
