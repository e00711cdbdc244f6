import { GRANT_LIFE_DAYS } from '@foyer/contracts/oauth';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { ScopeList } from '../../fields/scope-list.tsx';
import { ProblemError } from '../../http/errors.ts';
import { Button } from '../../ui/button.tsx';
import { longDate } from '../../ui/long-date.ts';
import { Message } from '../../ui/message.tsx';
import { LaterModal } from '../../ui/later-modal.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { connectedAppsQuery } from './connected-apps-query.ts';
import styles from './connected-apps.module.css';
import { useDisconnect, type ConnectedApp } from './use-disconnect.ts';

/** Lists apps with access to the visitor's data and lets them be disconnected. */
export function ConnectedApps() {
  const connected = useQuery(connectedAppsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<ConnectedApp>();
  // The pressed button is gone, so focus moves to the heading.
  const disconnecting = useDisconnect(() => heading.current?.focus());
  const problem =
    (disconnecting.error && problemText(disconnecting.error, 'The app was not disconnected.')) ??
    (connected.error && problemText(connected.error, 'Your connected apps could not be loaded.'));
  const apps = connected.data?.apps ?? [];
  return (
    <section aria-labelledby="apps-title">
      <h2 id="apps-title" className={styles.title} ref={heading} tabIndex={-1}>
        Apps with access to your account
      </h2>
      <div className={styles.messages}>
        <Message kind="success">
          {disconnecting.isSuccess && `${disconnecting.variables.name} no longer has access to your account.`}
        </Message>
        <Message kind="error">{problem}</Message>
      </div>
      {connected.isPending && <Spinner label="Loading your connected apps" />}
      {connected.isError && !connected.data && (
        <Button variant="secondary" isLoading={connected.isFetching} onClick={() => void connected.refetch()}>
          Try again
        </Button>
      )}
      {connected.data && (
        <p className={styles.lead}>
          {apps.length > 0
            ? `Access ends by itself ${GRANT_LIFE_DAYS} days after it was given.`
            : 'No app has access to your account. An app that you connect is shown here.'}
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
          name={asked.name}
          onClose={() => setAsked(undefined)}
          onYes={() => {
            disconnecting.mutate(asked);
            setAsked(undefined);
          }}
        />
      )}
    </section>
  );
}

type AppProps = { app: ConnectedApp; nowMs: number; isEnding: boolean; onDisconnect(): void };

function App({ app, nowMs, isEnding, onDisconnect }: AppProps) {
  const { name, hosts, scopes, connectedAt, lastUsedAt } = app;
  const id = useId();
  return (
    <li className={styles.app}>
      <div className={styles.about}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.note}>{hosts.join(', ')}</p>
        <p id={id} className={styles.can}>
          It can:
        </p>
        <ScopeList scopes={scopes} labelledBy={id} />
        <p className={styles.note}>
          Connected on {longDate(connectedAt)},{' '}
          {lastUsedAt ? (
            <>
              last used <TimeAgo iso={lastUsedAt} nowMs={nowMs} />
            </>
          ) : (
            'not used yet'
          )}
        </p>
      </div>
      <Button variant="quietDanger" isLoading={isEnding} onClick={onDisconnect}>
        Disconnect
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </li>
  );
}

function ConfirmModal({ name, onClose, onYes }: { name: string; onClose(): void; onYes(): void }) {
  return (
    <LaterModal
      title="Disconnect this app?"
      isAlert
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" onClick={onYes}>
            Disconnect
          </Button>
        </>
      }
    >
      <p>{name} loses access to your account at once. To use it again, connect it again from the app.</p>
    </LaterModal>
  );
}

function problemText(error: Error, what: string): string {
  return error instanceof ProblemError ? error.message : `${what} Check your connection and try again.`;
}
