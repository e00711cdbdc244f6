import type { UseQueryResult } from '@tanstack/react-query';
import { ProblemError, problemInWords } from '../../http/errors.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { rich, t } from '../../words/t.ts';
import styles from './sso-settings.module.css';

type NotLoadedProps = {
  query: UseQueryResult;
  /** Shown if the server sent no usable answer: what failed, and what the user can do. */
  what: string;
  notFound: string;
};

/** A member who is not the owner gets a link to the team page, which names the owner. */
export function NotLoaded({ query, what, notFound }: NotLoadedProps) {
  const { error } = query;
  if (error instanceof ProblemError && error.code === 'NotOwner')
    return (
      <p>
        {rich(
          'company.notLoaded.ownerOnly',
          'Only the team’s owner can set up single sign-on. <link>See who owns the team</link>',
          { link: (words) => <TextLink to={routes.settingsTeam}>{words}</TextLink> },
        )}
      </p>
    );
  if (error instanceof ProblemError && error.code === 'NotFound') return <p>{notFound}</p>;
  return (
    <div className={styles.stack}>
      <Message kind="error">{problemInWords(error, what)}</Message>
      <Button variant="secondary" onClick={() => void query.refetch()} isLoading={query.isFetching}>
        {t('common.tryAgain', 'Try again')}
      </Button>
    </div>
  );
}
