import { LANGUAGE_COOKIE, languages } from '@foyer/catalog/languages';
import { Modal } from '../../ui/modal.tsx';
import { currentLanguage } from '../../words/current-language.ts';
import { t } from '../../words/t.ts';
import styles from './language-modal.module.css';

const A_YEAR_IN_SECONDS = 31_536_000;

/** Every language by its own name; a chosen one is kept in a cookie, and the page comes again in it. */
export function LanguageModal({ offered, onClose }: { offered: readonly string[]; onClose(): void }) {
  return (
    <Modal title={t('Language')} onClose={onClose}>
      <ul className={styles.list}>
        {languages
          .filter(({ tag }) => offered.includes(tag))
          .map(({ tag, name, direction }) => (
            <li key={tag}>
              <button
                type="button"
                className={styles.language}
                lang={tag}
                dir={direction}
                aria-current={tag === currentLanguage() || undefined}
                onClick={() => choose(tag)}
              >
                {name}
              </button>
            </li>
          ))}
      </ul>
    </Modal>
  );
}

function choose(tag: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${tag}; Path=/; Max-Age=${A_YEAR_IN_SECONDS}; SameSite=Lax${secure}`;
  location.reload();
}
