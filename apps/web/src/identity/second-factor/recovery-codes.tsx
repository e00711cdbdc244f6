import { useState } from 'react';
import { usePageValues } from '../../page-values/page-values.tsx';
import { Button } from '../../ui/button.tsx';
import { LaterModal } from '../../ui/later-modal.tsx';
import { Message } from '../../ui/message.tsx';
import { t } from '../../words/t.ts';
import styles from './second-factor.module.css';

/** The codes are shown only once, so the dialog closes only when the user confirms that they have saved them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const { productName } = usePageValues();
  const [copied, setCopied] = useState<'yes' | 'no'>();
  const heading = t('identity.recoveryCodes.printTitle', 'Recovery codes for your {productName} account', {
    productName,
  });
  const text = `${heading}\n\n${codes.join('\n')}\n`;
  return (
    <LaterModal
      title={t('identity.recoveryCodes.saveTitle', 'Save your recovery codes')}
      isAlert
      actions={<Button onClick={onDone}>{t('identity.recoveryCodes.saved', 'I’ve saved them')}</Button>}
    >
      <div className={styles.step}>
        <p>
          {t(
            'identity.recoveryCodes.explanation',
            'Use these codes to log in if you lose your phone. Each code works once. Store them somewhere safe: we won’t show them again.',
          )}
        </p>
        <ul
          className={styles.codes}
          aria-label={t('identity.recoveryCodes.listLabel', 'Recovery codes')}
          translate="no"
          dir="ltr"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Button
            variant="secondary"
            onClick={() =>
              void navigator.clipboard.writeText(text).then(
                () => setCopied('yes'),
                () => setCopied('no'),
              )
            }
          >
            {t('identity.recoveryCodes.copy', 'Copy')}
          </Button>
          <Button variant="secondary" onClick={() => print(heading, codes)}>
            {t('identity.recoveryCodes.print', 'Print')}
          </Button>
          <Button variant="secondary" onClick={() => download(`${productName}-recovery-codes.txt`, text)}>
            {t('common.download', 'Download')}
          </Button>
        </div>
        <Message kind="success">{copied === 'yes' && t('identity.recoveryCodes.copied', 'Copied.')}</Message>
        <Message kind="error">
          {copied === 'no' &&
            t('identity.recoveryCodes.copyFailed', 'We couldn’t copy your codes. Write them down instead.')}
        </Message>
      </div>
    </LaterModal>
  );
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

function print(heading: string, codes: string[]): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  if (!page || !frame.contentWindow) return frame.remove();
  const title = page.createElement('h1');
  title.textContent = heading;
  const list = page.createElement('pre');
  list.textContent = codes.join('\n');
  page.body.append(title, list);
  frame.contentWindow.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow.print();
}
