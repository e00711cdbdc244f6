import { lazy, Suspense, useState } from 'react';
import { usePageValues } from '../page-values/page-values.tsx';
import { t } from '../words/t.ts';
import { LanguageButton } from './language-button.tsx';
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
            {t('Help and support')}
          </button>
        </li>
        <li>
          <a href={links.websiteTerms}>{t('Terms')}</a>
        </li>
        <li>
          <a href={links.privacy}>{t('Privacy')}</a>
        </li>
        <LanguageButton />
      </ul>
      {isSupportOpen && (
        <Suspense>
          <SupportModal onClose={() => setSupportOpen(false)} />
        </Suspense>
      )}
    </footer>
  );
}
