import { lazy, Suspense, useState } from 'react';
import { usePageValues } from '../page-values/page-values.tsx';
import styles from './footer.module.css';

const SupportModal = lazy(() =>
  import('../features/support/support-modal.tsx').then((module) => ({ default: module.SupportModal })),
);

export function Footer() {
  const { links } = usePageValues();
  const [isSupportOpen, setSupportOpen] = useState(false);
  return (
    <footer className={styles.footer}>
      <ul className={styles.links}>
        <li>
          <button type="button" aria-haspopup="dialog" onClick={() => setSupportOpen(true)}>
            Help and support
          </button>
        </li>
        <li>
          <a href={links.websiteTerms}>Terms</a>
        </li>
        <li>
          <a href={links.privacy}>Privacy</a>
        </li>
      </ul>
      {isSupportOpen && (
        <Suspense>
          <SupportModal onClose={() => setSupportOpen(false)} />
        </Suspense>
      )}
    </footer>
  );
}
