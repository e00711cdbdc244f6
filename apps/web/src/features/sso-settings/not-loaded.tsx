import type { UseQueryResult } from '@tanstack/react-query';
import { ProblemError } from '../../http/errors.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import styles from './sso-settings.module.css';

type NotLoadedProps = {
  query: UseQueryResult;
  /** What failed to load, as a sentence. */
  what: string;
  /** Text for a 404. */
  notFound?: string;
};

/** Shown instead of what failed to load: members learn who owns the team, others can retry. */
export function NotLoaded({ query, what, notFound = what }: NotLoadedProps) {
  const { error } = query;
  if (error instanceof ProblemError && error.code === 'NotOwner')
    return (
      <p>
        Only the owner of your team sets up its single sign-on.{' '}
        <TextLink to={routes.settingsTeam}>See who that is</TextLink>
      </p>
    );
  if (error instanceof ProblemError && error.code === 'NotFound') return <p>{notFound}</p>;
  return (
    <div className={styles.stack}>
      <Message kind="error">
        {error instanceof ProblemError ? error.message : `${what} Check your connection and try again.`}
      </Message>
      <Button variant="secondary" onClick={() => void query.refetch()} isLoading={query.isFetching}>
        Try again
      </Button>
    </div>
  );
}
