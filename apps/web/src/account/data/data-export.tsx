import { DATA_KEPT_HOURS, type DataExportReply } from '@foyer/contracts/account/own-data';
import { useQuery } from '@tanstack/react-query';
import { problemInWords } from '../../http/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { exactTime } from '../../words/formats.ts';
import { t } from '../../words/t.ts';
import { dataExportQuery } from './data-export-query.ts';
import styles from './own-data.module.css';
import { useRequestData, useDownloadData } from './use-data-export.ts';

export function DataExport() {
  const found = useQuery(dataExportQuery);
  const request = useRequestData();
  const downloading = useDownloadData();
  const error = request.error ?? downloading.error ?? found.error;
  const { state, until = '' } = found.data ?? {};
  return (
    <section aria-labelledby="copy-title" className={styles.section}>
      <h2 id="copy-title" className={styles.title}>
        {t('account.dataExport.title', 'Download your data')}
      </h2>
      <p>
        {t(
          'account.dataExport.lead',
          'A copy of your account data in one file (JSON). We’ll email you when it’s ready. You can then download it here for {hours, plural, one {# hour} other {# hours}}.',
          { hours: DATA_KEPT_HOURS },
        )}
      </p>
      <div className={styles.messages}>
        <Message kind="info">{state && stateInWords(state, until)}</Message>
        <Message kind="error">
          {problemInWords(
            error,
            t('common.noAnswer', 'We couldn’t connect. Check your connection and try again.'),
          )}
        </Message>
      </div>
      {found.isPending && <Spinner label={t('account.dataExport.loading', 'Loading your data')} />}
      {found.isError && !found.data && (
        <Button variant="secondary" isLoading={found.isFetching} onClick={() => void found.refetch()}>
          {t('common.tryAgain', 'Try again')}
        </Button>
      )}
      {state === 'none' && (
        <Button variant="secondary" isLoading={request.isPending} onClick={() => request.mutate()}>
          {t('account.dataExport.makeCopy', 'Request a copy')}
        </Button>
      )}
      {state === 'ready' && (
        <Button variant="secondary" isLoading={downloading.isPending} onClick={() => downloading.mutate()}>
          {t('common.download', 'Download')}
        </Button>
      )}
    </section>
  );
}

function stateInWords(state: DataExportReply['state'], until: string): string | undefined {
  if (state === 'preparing')
    return t('account.dataExport.inProgress', 'We’re preparing your copy. You can leave this page.');
  if (state === 'none') return undefined;
  return t('account.dataExport.ready', 'Your copy is ready. You can download it until {time}.', {
    time: exactTime(until, { dateStyle: 'long', timeStyle: 'short' }),
  });
}
