import { useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './password-field.module.css';
import { t } from '../words/t.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'action'> & {
  autoComplete: 'current-password' | 'new-password';
  toggle?: { show: string; hide: string };
};

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const {
    toggle = {
      show: t('common.showPassword', 'Show password'),
      hide: t('common.hidePassword', 'Hide password'),
    },
    ...field
  } = props;
  return (
    <TextField
      {...field}
      className={styles.input ?? ''}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      action={
        <button
          type="button"
          className={styles.toggle}
          onClick={() => setShown(!isShown)}
          aria-label={isShown ? toggle.hide : toggle.show}
        >
          <Icon name={isShown ? 'eyeOff' : 'eye'} size={22} />
        </button>
      }
    />
  );
}
