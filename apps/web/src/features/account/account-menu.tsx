import { plans } from '@foyer/catalog/plans';
import type { SessionUser } from '@foyer/contracts/login';
import type { KnownSession } from '@foyer/contracts/session';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useNavigate } from 'react-router-dom';
import { useDocumentNavigation } from '../../journey/document-navigation.ts';
import { useLogOut } from '../../journey/log-out.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { routes } from '../../routes.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './account-menu.module.css';
import { initialsOf } from './initials.ts';

/**
 * Who is signed in, and the way to the settings, to the product and out. A menu button by the ARIA Authoring Practices
 * (https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/); keys and roles are React Aria's.
 */
export function AccountMenu({ session, user }: { session: KnownSession; user: SessionUser }) {
  const { homeUrl } = usePageValues();
  const navigate = useNavigate();
  const leave = useDocumentNavigation();
  const { logOut, isLoggingOut } = useLogOut();
  const name = user.addressable_name;
  const team = [user.team.name, session.plan && plans[session.plan].name].filter(Boolean).join(' · ');
  return (
    <MenuTrigger>
      <Button className={styles.trigger ?? ''} aria-label={`Account of ${name}, ${team}`}>
        <span className={styles.initials} aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className={styles.who}>
          <span className={styles.name}>{name}</span>
          <span className={styles.team}>{team}</span>
        </span>
        <Icon name="chevronDown" size={18} />
      </Button>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={6}>
        <div className={styles.account}>
          <p className={styles.name}>{name}</p>
          <p>{user.email}</p>
          <p>{team}</p>
        </div>
        <Menu className={styles.menu ?? ''} aria-label="Account" shouldFocusWrap>
          {!session.restrictedTo && (
            <>
              <MenuItem className={styles.item ?? ''} onAction={() => void navigate(routes.settings)}>
                Settings
              </MenuItem>
              <MenuItem className={styles.item ?? ''} onAction={() => leave(homeUrl)}>
                Back to my events
              </MenuItem>
            </>
          )}
          <MenuItem className={styles.item ?? ''} isDisabled={isLoggingOut} onAction={logOut}>
            Log out
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
