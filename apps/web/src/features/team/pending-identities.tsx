import type { TeamReply } from '@foyer/contracts/team';
import { longDate } from '../../words/formats.ts';
import { t } from '../../words/t.ts';
import { RowButton } from './row-button.tsx';
import styles from './team.module.css';
import type { TeamChange } from './use-team-changes.ts';

type PendingIdentitiesProps = {
  pending: NonNullable<TeamReply['pendingIdentities']>;
  busyWith: TeamChange | undefined;
  onPress(change: TeamChange): void;
};

/** People with a member's address but another NameID: only the owner knows who they are. */
export function PendingIdentities({ pending, busyWith, onPress }: PendingIdentitiesProps) {
  return (
    <section aria-labelledby="pending-identities">
      <h2 id="pending-identities" className={styles.title}>
        {t('Waiting for you to say who they are')}
      </h2>
      <p className={styles.seats}>
        {t(
          'They signed in with your company and have a member’s address, but another ID than that member had. Either your company gave the member a new ID, or it gave the address to somebody new.',
        )}
      </p>
      <ul className={styles.list}>
        {pending.map(({ id, name, memberName, email, nameId, at, isYou }) => (
          <li key={id} className={styles.row}>
            <div className={styles.who}>
              <p className={styles.name}>{name}</p>
              <p className={styles.note}>{email}</p>
              <p className={styles.note}>
                {isYou
                  ? t('Member with this address: you')
                  : t('Member with this address: {memberName}', { memberName })}
              </p>
              <p className={styles.note}>{t('{date}, ID {nameId}', { date: longDate(at), nameId })}</p>
            </div>
            <div className={styles.actions}>
              <RowButton change={{ kind: 'same', id, who: name }} busyWith={busyWith} onPress={onPress}>
                {t('Same person')}
              </RowButton>
              {!isYou && (
                <RowButton
                  change={{ kind: 'new', id, who: name, member: memberName }}
                  busyWith={busyWith}
                  onPress={onPress}
                >
                  {t('Somebody new')}
                </RowButton>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
