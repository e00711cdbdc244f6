import { Link, type LinkProps } from 'react-router-dom';
import styles from './back-link.module.css';
import { Icon } from './icon.tsx';

export function BackLink({ to, children }: Pick<LinkProps, 'to' | 'children'>) {
  return (
    <Link className={styles.link} to={to}>
      <Icon name="chevronLeft" size={18} />
      {children}
    </Link>
  );
}
