import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useKnownSession } from '../http/known-session.ts';
import { usePageValues } from '../page-values/page-values.tsx';
import { routes } from '../routes.ts';
import { lazyComponent } from '../ui/lazy-component.ts';
import { seatPositions } from '../ui/seating.ts';
import styles from './header.module.css';

const AccountMenu = lazyComponent(async () => (await import('../account/menu/account-menu.tsx')).AccountMenu);

export function Header() {
  const { productName } = usePageValues();
  const session = useKnownSession();
  return (
    <header className={styles.header}>
      <Link to={routes.home} className={styles.logo}>
        <svg width="34" height="34" viewBox="0 0 34 34" aria-hidden="true">
          <circle cx="17" cy="17" r="7" />
          {seatPositions(17, 17, 13, 6).map(({ x, y }) => (
            <circle key={x + y * 100} cx={x} cy={y} r="3" />
          ))}
        </svg>
        <span>{productName}</span>
      </Link>
      {session?.user && (
        <Suspense>
          <AccountMenu session={session} user={session.user} />
        </Suspense>
      )}
    </header>
  );
}
