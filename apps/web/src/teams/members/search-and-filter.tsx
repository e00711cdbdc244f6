import type { ShownPeople } from '@foyer/contracts/teams/team';
import { useId } from 'react';
import field from '../../ui/field.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { t } from '../../words/t.ts';
import styles from './people.module.css';
import type { Taken } from './seats.tsx';

type SearchAndFilterProps = {
  typed: string;
  onType(text: string): void;
  show: ShownPeople;
  onShow(show: ShownPeople): void;
  /** The number of people for each choice. Undefined hides the filter. */
  counts: Taken | undefined;
};

export function SearchAndFilter({ typed, onType, show, onShow, counts }: SearchAndFilterProps) {
  const id = useId();
  return (
    <div className={styles.searchAndFilter} role="search">
      <input
        className={`${field.control} ${styles.search}`}
        type="search"
        aria-label={t('teams.searchAndFilter.searchLabel', 'Search people by name or email')}
        placeholder={t('teams.searchAndFilter.searchPlaceholder', 'Search by name or email')}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {counts && (
        <fieldset className={styles.filter}>
          <legend>
            <VisuallyHidden>
              {t(
                'teams.searchAndFilter.filterLabel',
                'Show ## which people: all, members, or who is invited',
              )}
            </VisuallyHidden>
          </legend>
          {choicesOf(counts).map(({ value, label, count }) => (
            <label key={value} className={styles.choice}>
              <input type="radio" name={id} checked={show === value} onChange={() => onShow(value)} />
              {label} <span className={styles.number}>{count}</span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function choicesOf({ members, invitations }: Taken): { value: ShownPeople; label: string; count: number }[] {
  return [
    { value: 'all', label: t('teams.searchAndFilter.all', 'All ## people'), count: members + invitations },
    { value: 'members', label: t('teams.searchAndFilter.members', 'Members'), count: members },
    {
      value: 'invited',
      label: t('teams.searchAndFilter.invited', 'Invited ## people, of a filter'),
      count: invitations,
    },
  ];
}
