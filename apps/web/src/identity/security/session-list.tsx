import type { OwnSession } from '@foyer/contracts/identity/security';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { problemInWords } from '../../http/errors.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import part from '../../ui/settings-part.module.css';
import { rich, t } from '../../words/t.ts';
import styles from './session-list.module.css';
import { beginningInWords, deviceInWords, networkInWords } from './session-in-words.ts';
import { sessionsQuery } from './sessions-query.ts';
import { useEndSessions } from './use-end-sessions.ts';

export function SessionList() {
  const sessions = useQuery(sessionsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone, so focus moves to the heading.
  const ending = useEndSessions(() => heading.current?.focus());
  const problem =
    problemInWords(
      ending.error,
      t(
        'identity.sessionList.endFailed',
        'We couldn’t confirm that you’re logged out there. Check your connection and try again.',
      ),
    ) ??
    problemInWords(
      sessions.error,
      t(
        'identity.sessionList.loadFailed',
        'We couldn’t load your sessions. Check your connection and try again.',
      ),
    );
  const list = sessions.data?.sessions ?? [];
  return (
    <section aria-labelledby="sessions-title" className={sessions.isPending ? styles.pending : undefined}>
      <h2 id="sessions-title" className={styles.title} ref={heading} tabIndex={-1}>
        {t('identity.sessionList.title', 'Where you’re logged in')}
      </h2>
      <div className={part.messages}>
        <Message kind="success">{ending.isSuccess && doneText(ending.variables)}</Message>
        <Message kind="error">{problem}</Message>
      </div>
      {sessions.isPending && <Spinner label={t('identity.sessionList.loading', 'Loading your sessions')} />}
      {sessions.isError && !sessions.data && (
        <Button variant="secondary" onClick={() => void sessions.refetch()}>
          {t('common.tryAgain', 'Try again')}
        </Button>
      )}
      {list.length > 0 && (
        <ul className={styles.list}>
          {list.map((session) => (
            <Session
              key={session.id}
              session={session}
              nowMs={sessions.dataUpdatedAt}
              isEnding={ending.isPending && ending.variables?.id === session.id}
              onEnd={() => ending.mutate(session)}
            />
          ))}
        </ul>
      )}
      {list.length > 1 && (
        <Button
          variant="danger"
          isLoading={ending.isPending && ending.variables === undefined}
          onClick={() => ending.mutate(undefined)}
        >
          {t('identity.sessionList.logOutOthers', 'Log out everywhere else')}
        </Button>
      )}
    </section>
  );
}

type SessionProps = { session: OwnSession; nowMs: number; isEnding: boolean; onEnd(): void };

function Session({ session, nowMs, isEnding, onEnd }: SessionProps) {
  const { startedAt, lastSeenAt, isCurrent } = session;
  const device = deviceInWords(session);
  const beginning = beginningInWords(session);
  const started = () => <TimeAgo iso={startedAt} nowMs={nowMs} />;
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.device}>
          <bdi>{device}</bdi>
          {isCurrent && <Badge kind="good">{t('identity.thisDevice', 'This device')}</Badge>}
        </p>
        <p>{networkInWords(session)}</p>
        {beginning && <p>{beginning}</p>}
        <p>
          {isCurrent
            ? rich('identity.sessionList.started', 'Logged in <started></started>', { started })
            : rich(
                'identity.sessionList.startedAndSeen',
                'Logged in <started></started>, last seen <seen></seen>',
                {
                  started,
                  seen: () => <TimeAgo iso={lastSeenAt} nowMs={nowMs} />,
                },
              )}
        </p>
      </div>
      {!isCurrent && (
        <Button variant="quietDanger" isLoading={isEnding} onClick={onEnd}>
          {rich('identity.sessionList.end', 'End session<hidden> on {device}</hidden>', {
            device,
            hidden: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
          })}
        </Button>
      )}
    </li>
  );
}

function doneText(session: OwnSession | undefined): string {
  return session
    ? t('identity.sessionList.ended', 'You’ve ended the session on {device}.', {
        device: deviceInWords(session),
      })
    : t('identity.sessionList.othersLoggedOut', 'You’re logged out everywhere else.');
}
