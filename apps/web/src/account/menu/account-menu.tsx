import { fullName } from '@foyer/catalog/person-name';
import { namesOf, type SessionUser } from '@foyer/contracts/identity/login';
import type { KnownSession } from '@foyer/contracts/identity/session';
import { useNavigate } from 'react-router-dom';
import { chooseColourScheme, useColourScheme } from '../../navigation/colour-scheme.ts';
import { useDocumentNavigation } from '../../navigation/document-navigation.ts';
import { useLogOut } from '../../identity/log-out.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { routes } from '../../routes.ts';
import { Icon } from '../../ui/icon.tsx';
import { initialsOf } from '../../ui/initials.ts';
import { Menu, MenuAction, MenuChoice } from '../../ui/menu.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { planName } from '../../words/plan-features.ts';
import { rich, t } from '../../words/t.ts';
import styles from './account-menu.module.css';

const appearances = () =>
  [
    {
      value: 'system',
      label: t('account.accountMenu.systemColours', 'System ## colours: as the device has them'),
    },
    { value: 'light', label: t('account.accountMenu.lightColours', 'Light ## colours') },
    { value: 'dark', label: t('account.accountMenu.darkColours', 'Dark ## colours') },
  ] as const;

/** Follows https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/. */
export function AccountMenu({ session, user }: { session: KnownSession; user: SessionUser }) {
  const { homeUrl } = usePageValues();
  const navigate = useNavigate();
  const leave = useDocumentNavigation();
  const { logOut, isLoggingOut } = useLogOut();
  const name = fullName(namesOf(user));
  const team = (
    <>
      <bdi>{user.team.name}</bdi>
      {session.plan && ` · ${planName(session.plan)}`}
    </>
  );
  return (
    <Menu
      label={t('account.accountMenu.accountHeading', 'Account')}
      isNamedByFace
      className={styles.trigger}
      isBusy={isLoggingOut}
      face={
        <>
          <span className={styles.initials} aria-hidden="true">
            {initialsOf(name)}
          </span>
          <span className={styles.who}>
            <span className={styles.name}>
              {rich('account.accountMenu.menuLabel', '<hidden>Account of</hidden> {name}', {
                name,
                hidden: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
              })}
            </span>{' '}
            <span className={styles.team}>{team}</span>
          </span>
          <Icon name="chevronDown" size={18} />
        </>
      }
      heading={
        <div className={styles.account}>
          <p className={styles.name}>
            <bdi>{name}</bdi>
          </p>
          <p>
            <bdi>{user.email}</bdi>
          </p>
          <p>{team}</p>
        </div>
      }
    >
      {!session.restrictedTo && (
        <>
          <MenuAction onSelect={() => void navigate(routes.settings)}>
            {t('common.settings', 'Settings')}
          </MenuAction>
          <MenuAction onSelect={() => leave(homeUrl)}>
            {t('account.accountMenu.backToEvents', 'Back to my events')}
          </MenuAction>
        </>
      )}
      <MenuChoice
        label={t('account.accountMenu.appearance', 'Appearance')}
        options={appearances()}
        value={useColourScheme()}
        onChoose={chooseColourScheme}
      />
      <MenuAction onSelect={logOut}>{t('common.logOut', 'Log out')}</MenuAction>
    </Menu>
  );
}
