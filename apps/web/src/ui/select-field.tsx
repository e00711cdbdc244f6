import { memo, useCallback, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import field from './field.module.css';
import { FieldError } from './field-error.tsx';
import { Icon } from './icon.tsx';
import styles from './list-select.module.css';
import { loadOnTouch } from './load-on-touch.ts';
import { placeholder, type SelectFieldProps } from './select-parts.ts';
import { t } from '../words/t.ts';

/** In its own chunk, because it includes a large part of React Aria. */
const lists = loadOnTouch(() => import('./list-select.tsx'));
export const loadLists = lists.load;

/**
 * Passes on a stable `onChange`, so that the memoized `SelectBox` rarely renders: a dropdown may have hundreds of
 * options.
 */
export function SelectField(props: SelectFieldProps) {
  const latest = useRef(props.onChange);
  useLayoutEffect(() => void (latest.current = props.onChange));
  const onChange = useCallback((value: string) => latest.current(value), []);
  return <SelectBox {...props} onChange={onChange} />;
}

/** If the visitor presses the closed box before the list is loaded, the list opens as soon as it is loaded. */
const SelectBox = memo(function SelectBox(props: SelectFieldProps) {
  const [isPressed, setPressed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const loaded = lists.use(isPressed);
  if (loaded) return <loaded.ListSelect {...props} isOpenAtFirst={isPressed} isFocusedAtFirst={isFocused} />;
  return <ClosedSelect {...props} onPress={() => setPressed(true)} onFocusChange={setFocused} />;
});

type ClosedSelectProps = SelectFieldProps & { onPress(): void; onFocusChange(isFocused: boolean): void };

function ClosedSelect(props: ClosedSelectProps) {
  const { label, name, options, value, error, isRequired = true, onPress, onFocusChange } = props;
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'ArrowDown' || key === 'ArrowUp') onPress();
  }
  return (
    <div className={`${field.field} ${error ? field.invalid : ''}`}>
      <span className={field.label} id={`${id}-label`}>
        {label}
        {!isRequired && <span className={field.optional}> {t('ui.optional', '(optional)')}</span>}
      </span>
      <button
        type="button"
        className={`${field.control} ${styles.trigger}`}
        data-field={name}
        disabled={props.isDisabled}
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-labelledby={`${id}-value ${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={onPress}
        onKeyDown={onKeyDown}
        onFocus={() => onFocusChange(true)}
        onBlur={() => onFocusChange(false)}
      >
        <span className={styles.value} id={`${id}-value`} {...(!chosen && { 'data-placeholder': true })}>
          {chosen?.label ?? props.placeholder ?? placeholder()}
        </span>
        <Icon name="chevronDown" />
      </button>
      <div className={field.below} id={`${id}-error`}>
        {error && <FieldError text={error} />}
      </div>
    </div>
  );
}
