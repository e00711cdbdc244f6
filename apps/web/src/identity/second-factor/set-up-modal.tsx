import { fieldsOf } from '@foyer/contracts/field-problems';
import { addFactorBody, type SetUpReply } from '@foyer/contracts/identity/second-factor';
import { useState, type SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { LaterModal } from '../../ui/later-modal.tsx';
import { Message } from '../../ui/message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { textsInWords } from '../../words/texts-in-words.ts';
import { t } from '../../words/t.ts';
import { QrCode } from './qr-code.tsx';
import styles from './second-factor.module.css';
import { problemOf, useAdd } from './use-second-factor.ts';

const FORM = 'set-up-second-factor';

type SetUpModalProps = { begun: SetUpReply; onAdded(codes: string[]): void; onClose(): void };

export function SetUpModal({ begun, onAdded, onClose }: SetUpModalProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const adding = useAdd(onAdded);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const result = addFactorBody.safeParse({ code });
    if (!result.success) return setError((await textsInWords(fieldsOf(result.error.issues)))['code']);
    adding.mutate(result.data.code);
  }

  return (
    <LaterModal
      title={t('identity.setUpModal.title', 'Set up an authenticator app')}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel', 'Cancel')}
          </Button>
          <Button type="submit" form={FORM} isLoading={adding.isPending}>
            {t('identity.confirm', 'Confirm')}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className={styles.step}
        method="post"
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        <p>
          {t(
            'identity.setUpModal.scan',
            'Scan this code with an authenticator app, such as the one built into your phone.',
          )}
        </p>
        <QrCode text={begun.uri} />
        <p>{t('identity.setUpModal.manualKey', 'Or enter this key in the app:')}</p>
        <p className={styles.secret} translate="no" dir="ltr">
          {begun.secret.match(/.{1,4}/g)?.join(' ')}
        </p>
        <Message kind="error">{problemOf(adding.error)}</Message>
        <TextField
          label={t('identity.setUpModal.codeLabel', 'Code from the app')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          error={error}
          onChange={(value) => {
            setCode(value);
            setError(undefined);
            adding.reset();
          }}
        />
      </form>
    </LaterModal>
  );
}
