import { GRANT_LIFE_DAYS } from '@foyer/contracts/connected-apps/oauth';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { ScopeList } from '../../fields/scope-list.tsx';
import { problemInWords } from '../../http/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { Message } from '../../ui/message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import part from '../../ui/settings-part.module.css';
import { longDate } from '../../words/formats.ts';
import { inList } from '../../words/join.ts';
import { rich, t } from '../../words/t.ts';
import { connectedAppsQuery } from './connected-apps-query.ts';
import styles from './connected-apps.module.css';
import { useDisconnect, type ConnectedApp } from './use-disconnect.ts';

export function ConnectedApps() {
  const connected = useQuery(connectedAppsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<ConnectedApp>();
  // The pressed button is gone, so focus moves to the heading.
  const disconnecting = useDisconnect(() => heading.current?.focus());
  const problem =
    problemInWords(
      disconnecting.error,
      t(
        'connectedApps.connectedApps.notDisconnected',
        'We couldn’t confirm whether the app was disconnected. Check your connection and try again.',
      ),
    ) ??
    problemInWords(
      connected.error,
      t(
        'connectedApps.connectedApps.notLoaded',
        'We couldn’t load your connected apps. Check your connection and try again.',
      ),
    );
  const apps = connected.data?.apps ?? [];
  return (
    <section aria-labelledby="apps-title">
      <h2 id="apps-title" className={styles.title} ref={heading} tabIndex={-1}>
        {t('common.connectedApps', 'Apps with access to your account')}
      </h2>
      <div className={part.messages}>
        <Message kind="success">
          {disconnecting.isSuccess &&
            t('connectedApps.connectedApps.disconnected', '{name} no longer has access to your account.', {
              name: disconnecting.variables.name,
            })}
        </Message>
        <Message kind="error">{problem}</Message>
      </div>
      {connected.isPending && (
        <Spinner label={t('connectedApps.connectedApps.loading', 'Loading your connected apps')} />
      )}
      {connected.isError && !connected.data && (
        <Button variant="secondary" isLoading={connected.isFetching} onClick={() => void connected.refetch()}>
          {t('common.tryAgain', 'Try again')}
        </Button>
      )}
      {connected.data && (
        <p className={styles.lead}>
          {apps.length > 0
            ? t(
                'connectedApps.connectedApps.accessEnds',
                'Access expires {days, plural, one {# day} other {# days}} after you grant it.',
                { days: GRANT_LIFE_DAYS },
              )
            : t(
                'connectedApps.connectedApps.emptyState',
                'No connected apps yet. Apps that you connect to your account appear here.',
              )}
        </p>
      )}
      {apps.length > 0 && (
        <ul className={styles.list}>
          {apps.map((app) => (
            <App
              key={app.clientId}
              app={app}
              nowMs={connected.dataUpdatedAt}
              isEnding={disconnecting.isPending && disconnecting.variables.clientId === app.clientId}
              onDisconnect={() => setAsked(app)}
            />
          ))}
        </ul>
      )}
      {asked && (
        <ConfirmModal
          title={t('connectedApps.connectedApps.confirmTitle', 'Disconnect this app?')}
          yes={t('connectedApps.connectedApps.confirmButton', 'Disconnect')}
          onClose={() => setAsked(undefined)}
          onYes={() => {
            disconnecting.mutate(asked);
            setAsked(undefined);
          }}
        >
          <p>
            {t(
              'connectedApps.connectedApps.confirmBody',
              '{name} loses access to your account right away. To use it again, connect it from the app.',
              {
                name: asked.name,
              },
            )}
          </p>
        </ConfirmModal>
      )}
    </section>
  );
}

type AppProps = { app: ConnectedApp; nowMs: number; isEnding: boolean; onDisconnect(): void };

function App({ app, nowMs, isEnding, onDisconnect }: AppProps) {
  const { name, hosts, scopes, connectedAt, lastUsedAt } = app;
  const date = longDate(connectedAt);
  const id = useId();
  return (
    <li className={styles.app}>
      <div className={styles.about}>
        <h3 className={styles.name}>
          <bdi>{name}</bdi>
        </h3>
        <p className={styles.note}>{inList(hosts)}</p>
        <p id={id} className={styles.can}>
          {t('connectedApps.connectedApps.permissionsLead', 'This app can:')}
        </p>
        <ScopeList scopes={scopes} labelledBy={id} />
        <p className={styles.note}>
          {lastUsedAt
            ? rich('connectedApps.connectedApps.lastUsed', 'Connected on {date}, last used <used></used>', {
                date,
                used: () => <TimeAgo iso={lastUsedAt} nowMs={nowMs} />,
              })
            : t('connectedApps.connectedApps.notUsedYet', 'Connected on {date}, not used yet', { date })}
        </p>
      </div>
      <Button variant="quietDanger" isLoading={isEnding} onClick={onDisconnect}>
        {rich('connectedApps.connectedApps.disconnectButton', 'Disconnect<hidden> {name}</hidden>', {
          name,
          hidden: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
        })}
      </Button>
    </li>
  );
}
