import { languages } from '@foyer/catalog/languages';
import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply } from '@foyer/contracts/identity/security';
import { useState } from 'react';
import { useKnownSession } from '../../http/known-session.ts';
import { send } from '../../http/send.ts';
import { keepLanguage } from '../../account/language-choice.ts';
import { Message } from '../../ui/message.tsx';
import { Modal } from '../../ui/modal.tsx';
import { currentLanguage } from '../../words/current-language.ts';
import { t } from '../../words/t.ts';
import styles from './language-modal.module.css';

export function LanguageModal({ offered, onClose }: { offered: readonly string[]; onClose(): void }) {
  const isLoggedIn = useKnownSession()?.user !== undefined;
  const [hasFailed, setFailed] = useState(false);
  async function choose(language: string): Promise<void> {
    setFailed(false);
    try {
      // Changes the account first, because the account's language overrides the cookie.
      if (isLoggedIn) await send(endpoints.chooseLanguage, { body: { language }, reply: doneReply });
      keepLanguage(language);
    } catch {
      setFailed(true);
    }
  }
  return (
    <Modal title={t('common.language', 'Language')} onClose={onClose}>
      <Message kind="error">
        {hasFailed &&
          t(
            'shell.languageModal.saveFailed',
            'We couldn’t save your language. Check your connection and try again.',
          )}
      </Message>
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
                onClick={() => void choose(tag)}
              >
                {name}
              </button>
            </li>
          ))}
      </ul>
    </Modal>
  );
}
