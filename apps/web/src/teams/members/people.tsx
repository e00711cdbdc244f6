import { PEOPLE_ON_A_PAGE, type ShownPeople, type TeamReply } from '@foyer/contracts/teams/team';
import { useEffect, useId, useRef, useState } from 'react';
import { problemInWords } from '../../http/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { Sentences } from '../../words/join.ts';
import { t } from '../../words/t.ts';
import { usePeople } from './people-query.ts';
import { InvitationRow, MemberRow } from './person-rows.tsx';
import { SearchAndFilter } from './search-and-filter.tsx';
import styles from './people.module.css';
import lists from './team.module.css';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';
import type { TeamChange } from './use-team-changes.ts';

const SETTLED_AFTER_MS = 300;
/** Lists of at most this length need neither search nor filter. */
const FEW = 7;

type PeopleProps = {
  team: TeamReply;
  busyWith: TeamChange | undefined;
  onAskToConfirm(change: TeamChange): void;
  onApply(change: TeamChange): void;
  onCopy(who: string, link: string): void;
};

export function People({ team, busyWith, onAskToConfirm, onApply, onCopy }: PeopleProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [show, setShow] = useState<ShownPeople>('all');
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed.trim(), SETTLED_AFTER_MS);
  const people = usePeople(team, show, search);
  const { members, invitations, isNarrowed } = people;
  const count = members.length + invitations.length;
  const { taken } = team;
  const total = taken.members + taken.invitations;
  const list = useRef<HTMLUListElement>(null);
  const readOn = useReadOn(list, count);
  const focusProps = useFocusAfterRemoval(heading);
  function showAll(): void {
    setShow('all');
    setTyped('');
    heading.current?.focus();
  }
  return (
    <section aria-labelledby={id} className={styles.people} {...focusProps}>
      <h2 id={id} className={lists.title} ref={heading} tabIndex={-1}>
        {t('teams.people.title', 'People')}
      </h2>
      {(total > FEW || isNarrowed) && (
        <SearchAndFilter
          typed={typed}
          onType={setTyped}
          show={show}
          onShow={setShow}
          // Only the owner sees invitations. Without invitations, there is nothing to filter.
          counts={team.isOwner && (taken.invitations > 0 || show !== 'all') ? taken : undefined}
        />
      )}
      <Message kind="error">
        {people.error && (
          <Sentences>
            {problemInWords(
              people.error,
              t('teams.people.loadFailed', 'We couldn’t load the list. Check your connection and try again.'),
            )}
            <TextButton onClick={people.retry}>{t('common.tryAgain', 'Try again')}</TextButton>
          </Sentences>
        )}
      </Message>
      <p role="status" className={styles.status}>
        {!people.isOutdated && statusOf({ count, total, isNarrowed, hasMore: people.hasMore })}
      </p>
      {count > 0 ? (
        <ul
          className={`${lists.list} ${people.isOutdated ? styles.busy : ''}`}
          ref={list}
          aria-labelledby={id}
        >
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              actions={team.isOwner ? { canOffer: !team.offer, onAskToConfirm } : undefined}
            />
          ))}
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              isBusy={busyWith?.id === invitation.id}
              onAskToConfirm={onAskToConfirm}
              onApply={onApply}
              onCopy={onCopy}
            />
          ))}
        </ul>
      ) : (
        !people.error && (
          <div>
            <TextButton onClick={showAll}>{t('teams.people.showAll', 'Show everyone')}</TextButton>
          </div>
        )
      )}
      {people.hasMore && (
        <Button
          variant="secondary"
          isWide
          isLoading={people.isLoadingMore}
          onClick={() => {
            readOn();
            people.loadMore();
          }}
        >
          {t('teams.people.showMore', 'Show more people')}
        </Button>
      )}
    </section>
  );
}

type Status = { count: number; total: number; isNarrowed: boolean; hasMore: boolean };

function statusOf({ count, total, isNarrowed, hasMore }: Status): string {
  if (isNarrowed && count === 0) return t('teams.people.noneFound', 'No one found.');
  if (isNarrowed && !hasMore)
    return t('teams.people.foundCount', '{count, plural, one {# person found} other {# people found}}', {
      count,
    });
  if (isNarrowed)
    return t('teams.people.firstFound', 'Showing the first {count, number} people found', { count });
  if (total <= PEOPLE_ON_A_PAGE) return '';
  return t('teams.people.shownOfTotal', '{count, number} of {total, number} shown ## people', {
    count: Math.min(count, total),
    total,
  });
}

/** Returns a function to call before the next page loads. When the page has loaded, its first row gets the focus. */
function useReadOn(list: { current: HTMLUListElement | null }, count: number): () => void {
  const from = useRef<number>(undefined);
  useEffect(() => {
    const row = from.current === undefined ? undefined : list.current?.children[from.current];
    if (!(row instanceof HTMLElement)) return;
    from.current = undefined;
    row.setAttribute('tabindex', '-1');
    row.focus();
  }, [list, count]);
  return () => {
    from.current = count;
  };
}
