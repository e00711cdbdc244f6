import { MAX_PASSKEY_NAME, type OwnPasskey } from '@foyer/contracts/identity/passkeys';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ProblemError } from '../../http/errors.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { t } from '../../words/t.ts';
import styles from './passkey-list.module.css';
import type { usePasskeyChange } from './use-passkey-changes.ts';

type RenamePasskeyProps = {
  passkey: OwnPasskey;
  change: ReturnType<typeof usePasskeyChange>;
  onSave(name: string): void;
  onCancel(): void;
};

export function RenamePasskey({ passkey, change, onSave, onCancel }: RenamePasskeyProps) {
  const [name, setName] = useState(passkey.name);
  const form = useRef<HTMLFormElement>(null);
  const { error } = change;

  useEffect(() => form.current?.querySelector('input')?.select(), []);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    onSave(name);
  }

  return (
    <form ref={form} className={styles.rename} method="post" onSubmit={submit} noValidate>
      <TextField
        label={t('identity.renamePasskey.nameLabel', 'Passkey name')}
        name="name"
        value={name}
        maxLength={MAX_PASSKEY_NAME}
        autoComplete="off"
        error={error instanceof ProblemError ? error.fields.name : undefined}
        onChange={(value) => {
          setName(value);
          if (error) change.reset();
        }}
      />
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onCancel}>
          {t('common.cancel', 'Cancel')}
        </Button>
        <Button type="submit" isLoading={change.isPending}>
          {t('identity.renamePasskey.save', 'Save ## a name')}
        </Button>
      </div>
    </form>
  );
}
