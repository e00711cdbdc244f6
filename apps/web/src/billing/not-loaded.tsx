import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { inSentences } from '../words/join.ts';
import { t } from '../words/t.ts';
import styles from './billing-settings.module.css';
import { problemText } from './use-plan-changes.ts';

type NotLoadedProps = {
  query: { error: Error | null; isFetching: boolean; refetch(): unknown };
  what: string;
};

export function NotLoaded({ query, what }: NotLoadedProps) {
  return (
    <div className={styles.failed}>
      <Message kind="error">
        {inSentences(what, query.error ? problemText(query.error, '') : undefined)}
      </Message>
      <Button variant="secondary" onClick={() => void query.refetch()} isLoading={query.isFetching}>
        {t('common.tryAgain', 'Try again')}
      </Button>
    </div>
  );
}
