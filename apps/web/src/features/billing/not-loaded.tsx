import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import styles from './billing-settings.module.css';
import { problemText } from './use-plan-changes.ts';

type NotLoadedProps = {
  query: { error: Error | null; isFetching: boolean; refetch(): unknown };
  /** What did not come, as a sentence. */
  what: string;
};

/** A part of the page that did not come, and the way to ask for it again. */
export function NotLoaded({ query, what }: NotLoadedProps) {
  return (
    <div className={styles.failed}>
      <Message kind="error">{`${what} ${query.error ? problemText(query.error, '') : ''}`.trim()}</Message>
      <Button variant="secondary" onClick={() => void query.refetch()} isLoading={query.isFetching}>
        Try again
      </Button>
    </div>
  );
}
