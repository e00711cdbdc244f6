import { useId, type ReactNode } from 'react';
import styles from './checkbox.module.css';
import { FieldError } from './field-error.tsx';

type CheckboxProps = {
  name: string;
  isChecked: boolean;
  onChange(isChecked: boolean): void;
  error?: string | undefined;
  children: ReactNode;
};

export function Checkbox({ name, isChecked, onChange, error, children }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <label className={styles.label}>
        <input
          className={styles.box}
          type="checkbox"
          name={name}
          data-field={name}
          checked={isChecked}
          onChange={(event) => onChange(event.currentTarget.checked)}
          // Scrolls to the whole label, because the browser scrolls only to the box.
          onFocus={(event) => event.currentTarget.labels?.[0]?.scrollIntoView({ block: 'nearest' })}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? id : undefined}
        />
        <span>{children}</span>
      </label>
      {error && (
        <div id={id} className={styles.error}>
          <FieldError text={error} />
        </div>
      )}
    </div>
  );
}
