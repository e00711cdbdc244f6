import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import styles from './field.module.css';
import { FieldError } from './field-error.tsx';
import { t } from '../words/t.ts';

export type TextFieldProps = {
  label: string;
  name: string;
  value: string;
  onChange(value: string): void;
  error?: string | undefined;
  hint?: ReactNode;
  isRequired?: boolean;
  action?: ReactNode;
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'type'
  | 'autoComplete'
  | 'inputMode'
  | 'readOnly'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'autoCapitalize'
  | 'spellCheck'
  | 'className'
> & { describedBy?: string };

export function TextField(props: TextFieldProps) {
  const {
    label,
    name,
    value,
    onChange,
    error,
    hint,
    isRequired = true,
    action,
    describedBy,
    ...input
  } = props;
  const id = useId();
  const belowId = `${id}-below`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {!isRequired && <span className={styles.optional}> {t('ui.optional', '(optional)')}</span>}
      </label>
      <div className={styles.box}>
        <input
          type="text"
          dir="auto"
          {...input}
          className={`${styles.control} ${input.className ?? ''}`}
          id={id}
          name={name}
          data-field={name}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-required={isRequired}
          aria-invalid={Boolean(error)}
          aria-describedby={
            [error || hint ? belowId : '', describedBy].filter(Boolean).join(' ') || undefined
          }
        />
        {action}
      </div>
      <div className={styles.below} id={belowId}>
        {error ? <FieldError text={error} /> : hint && <span className={styles.hint}>{hint}</span>}
      </div>
    </div>
  );
}
