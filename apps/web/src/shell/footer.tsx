import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { usePageValues } from '../page-values/page-values.tsx';
import { routes } from '../routes.ts';
import { t } from '../words/t.ts';
import { LanguageButton } from './language-button.tsx';
import styles from './footer.module.css';
import { lazyComponent } from '../ui/lazy-component.ts';

const SupportModal = lazyComponent(async () => (await import('./support/support-modal.tsx')).SupportModal);

const ObserveModal = lazyComponent(
  async () => (await import('./observe-consent/observe-modal.tsx')).ObserveModal,
);

export function Footer() {
  const { links, accessibility, observing } = usePageValues();
  const [isChoosing, setChoosing] = useState(false);
  const [isSupportOpen, setSupportOpen] = useState(false);
  return (
    <footer className={styles.footer}>
      <ul className={styles.links}>
        <li>
          <button type="button" aria-haspopup="dialog" onClick={() => setSupportOpen(true)}>
            {t(
              'shell.helpAndSupport',
              'Help and support ## footer: keep it short, all links fit one line of 390 px',
            )}
          </button>
        </li>
        <li>
          <a href={links.websiteTerms}>{t('shell.footer.terms', 'Terms')}</a>
        </li>
        <li>
          <a href={links.privacy}>{t('common.privacy', 'Privacy')}</a>
        </li>
        {links.imprint && (
          <li data-if="imprint">
            <a href={links.imprint}>{t('shell.footer.legalNotice', 'Legal notice')}</a>
          </li>
        )}
        {links.processors && (
          <li data-if="processors">
            <a href={links.processors}>{t('shell.footer.serviceProviders', 'Service providers')}</a>
          </li>
        )}
        {accessibility && (
          <li data-if="accessibility">
            <Link to={routes.accessibility}>{t('common.accessibility', 'Accessibility')}</Link>
          </li>
        )}
        {observing && (
          <li data-if="observing">
            <button type="button" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
              {t('shell.privacyChoices', 'Privacy choices')}
            </button>
          </li>
        )}
        <LanguageButton />
      </ul>
      {isChoosing && (
        <Suspense>
          <ObserveModal onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {isSupportOpen && (
        <Suspense>
          <SupportModal onClose={() => setSupportOpen(false)} />
        </Suspense>
      )}
    </footer>
  );
}
