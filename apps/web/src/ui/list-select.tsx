import {
  use,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { SelectableCollectionContext } from 'react-aria-components/Autocomplete';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectStateContext, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
import field from './field.module.css';
import { FieldError } from './field-error.tsx';
import { Icon } from './icon.tsx';
import styles from './list-select.module.css';
import { isFound } from './option-search.ts';
import { placeholder, type Option, type SelectFieldProps } from './select-parts.ts';
import { t } from '../words/t.ts';
import { useSearchFromNext } from './use-search-from-next.ts';

type ListSelectProps = SelectFieldProps & { isOpenAtFirst: boolean; isFocusedAtFirst: boolean };

export function ListSelect(props: ListSelectProps) {
  const { label, name, options, value, onChange, error, isRequired = true, groups, autoComplete } = props;
  const labelId = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <Select
      className={`${field.field} ${error ? field.invalid : ''}`}
      name={name}
      value={value === '' ? null : value}
      onChange={(key) => onChange(key === null ? '' : String(key))}
      isInvalid={Boolean(error)}
      isDisabled={props.isDisabled ?? false}
      placeholder={props.placeholder ?? placeholder()}
      {...(autoComplete && { autoComplete })}
    >
      <Label className={field.label} id={labelId}>
        {label}
        {!isRequired && <span className={field.optional}> {t('ui.optional', '(optional)')}</span>}
      </Label>
      <Button ref={trigger} className={`${field.control} ${styles.trigger}`} data-field={name}>
        <SelectValue className={styles.value} />
        <Icon name="chevronDown" />
      </Button>
      <div className={field.below}>
        {error && (
          <Text slot="errorMessage">
            <FieldError text={error} />
          </Text>
        )}
      </div>
      <Popover className={styles.popover} offset={4}>
        <Options options={options} groups={groups} />
      </Popover>
      <ReplayPress {...props} trigger={trigger} />
    </Select>
  );
}

type ReplayProps = Pick<ListSelectProps, 'isOpenAtFirst' | 'isFocusedAtFirst'> & {
  trigger: RefObject<HTMLButtonElement | null>;
};

/** Repeats a press or focus of `ClosedSelect`, the button that was shown until this select loaded. */
function ReplayPress({ isOpenAtFirst, isFocusedAtFirst, trigger }: ReplayProps) {
  const select = use(SelectStateContext);
  const isDue = useRef(isOpenAtFirst || isFocusedAtFirst);
  const replay = useEffectEvent(() => {
    // A select without options does not open.
    if (!isDue.current || !select || select.collection.size === 0) return;
    isDue.current = false;
    // Focuses the button before the list opens, so that the focus returns to the button when the list closes.
    trigger.current?.focus();
    if (isOpenAtFirst) select.open('first');
  });
  useEffect(() => replay(), [select?.collection.size]);
  return null;
}

/** Longer lists have a search box. Unlike type-ahead, it works with input methods and on phones. */
const LONG_LIST = 20;

function Options({ options, groups }: Pick<SelectFieldProps, 'options' | 'groups'>) {
  const select = use(SelectStateContext);
  const [typed, setTyped] = useState('');
  const found = typed.trim() === '' ? options : options.filter((option) => isFound(option, typed));
  const keys = new Set<unknown>(found.map(({ value }) => value));
  const searchFromNext = useSearchFromNext(found);

  function onKeyDown({ key, nativeEvent }: KeyboardEvent): void {
    const [first] = found;
    if (nativeEvent.isComposing || !first || !select) return;
    if (key === 'Enter') {
      select.setValue(first.value);
      select.close();
    } else if (key === 'ArrowDown') {
      select.selectionManager.setFocused(true);
      select.selectionManager.setFocusedKey(first.value);
    } else return;
    nativeEvent.preventDefault();
  }

  return (
    <>
      {options.length > LONG_LIST && (
        <input
          type="search"
          dir="auto"
          className={`${field.control} ${styles.search}`}
          placeholder={t('ui.listSelect.search', 'Search ## in a long list')}
          aria-label={t('ui.listSelect.search', 'Search ## in a long list')}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      )}
      {/* `presentation`, because this element only changes the type-ahead of the list inside, which has the role
          `listbox`. */}
      <div role="presentation" className={styles.frame} onKeyDownCapture={searchFromNext}>
        <SelectableCollectionContext value={{ filter: (_, node) => keys.has(node.key) }}>
          <ListBox
            className={styles.list ?? ''}
            shouldFocusWrap
            renderEmptyState={() => (
              <div className={styles.option}>{t('ui.listSelect.noMatches', 'No matches')}</div>
            )}
          >
            {groups ? (
              <>
                <ListBoxSection aria-label={groups.firstLabel}>
                  {options.slice(0, groups.firstCount).map(renderOption)}
                </ListBoxSection>
                <ListBoxSection aria-label={groups.restLabel} className={styles.rest ?? ''}>
                  {options.slice(groups.firstCount).map(renderOption)}
                </ListBoxSection>
              </>
            ) : (
              options.map(renderOption)
            )}
          </ListBox>
        </SelectableCollectionContext>
      </div>
    </>
  );
}

function renderOption({ value, label, description }: Option) {
  return (
    <ListBoxItem key={value} id={value} textValue={label} className={styles.option ?? ''}>
      <span className={styles.optionText}>
        {label}
        {description && (
          // Hidden, so that it is not part of the option's name. Screen readers read it as the description.
          <Text slot="description" className={styles.description ?? ''} aria-hidden>
            {description}
          </Text>
        )}
      </span>
      <span className={styles.tick}>
        <Icon name="check" />
      </span>
    </ListBoxItem>
  );
}
