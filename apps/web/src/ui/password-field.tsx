import { useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './password-field.module.css';
import { t } from '../words/t.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'action'> & {
  autoComplete: 'current-password' | 'new-password';
};

/** A password that can be looked at. Pasting always works (WCAG 3.3.8). */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const field = props.label.toLowerCase();
  return (
    <TextField
      {...props}
      className={styles.input ?? ''}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      action={
        <button
          type="button"
          className={styles.toggle}
          onClick={() => setShown(!isShown)}
          aria-label={isShown ? t('Hide {field}', { field }) : t('Show {field}', { field })}
        >
          <Icon name={isShown ? 'eyeOff' : 'eye'} size={22} />
        </button>
      }
    />
  );
}
