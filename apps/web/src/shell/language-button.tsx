import { Suspense, useState, useSyncExternalStore } from 'react';
import { usePageValues } from '../page-values/page-values.tsx';
import { t } from '../words/t.ts';
import { lazyComponent } from '../ui/lazy-component.ts';

const LanguageModal = lazyComponent(
  async () => (await import('./language/language-modal.tsx')).LanguageModal,
);

export function LanguageButton() {
  const { languages } = usePageValues();
  const [isOpen, setOpen] = useState(false);
  // True in the prerendered HTML, because the build does not know the offered languages.
  const hasChoice = useSyncExternalStore(
    () => () => {},
    () => languages.length > 1,
    () => true,
  );
  if (!hasChoice) return null;
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('shell.languageButton.label', 'Language: {name}', { name: nameOfLanguage() })}
        onClick={() => setOpen(true)}
      >
        {nameOfLanguage()}
      </button>
      {isOpen && (
        <Suspense>
          <LanguageModal offered={languages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  );
}

const nameOfLanguage = () =>
  t('shell.languageButton.nameOfLanguage', 'English ## name of your language, in your language');
