import type { SessionUser } from '@foyer/contracts/identity/login';
import type { KnownSession } from '@foyer/contracts/identity/session';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { PastDueNotice } from '../../billing/past-due-notice.tsx';
import { FactorNotice } from '../../identity/second-factor/factor-notice.tsx';
import { StepUpPrompt } from '../../identity/step-up/step-up-prompt.tsx';
import { RecoveryNotice } from '../../identity/second-factor/recovery-notice.tsx';
import { WaitingInvitations } from '../../navigation/waiting-invitations.tsx';
import { sessionQuery } from '../../http/session-query.ts';
import { DocumentRedirect } from '../../navigation/document-redirect.tsx';
import { SignInFirst } from '../../navigation/sign-in-first.tsx';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { routes } from '../../routes.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';
import { settingsFor } from './settings-entries.ts';
import styles from './settings-layout.module.css';

export type SettingsPage = ComponentType<{ session: KnownSession & { user: SessionUser } }>;
type SettingsLayoutProps = {
  title: string;
  page: SettingsPage;
  /** The page also opens after the plan has ended, or while a required second factor is missing. */
  isForRestricted?: boolean;
};

export function SettingsLayout({ title, page: Page, isForRestricted = false }: SettingsLayoutProps) {
  useDocumentTitle(title);
  const session = useQuery(sessionQuery);
  const { pathname } = useLocation();
  if (session.isPending) return <PageSkeleton title={title} kind="setting" />;
  if (!session.data) return <NotReached onRetry={() => void session.refetch()} />;
  const { user, restrictedTo } = session.data;
  if (!user) return <SignInFirst />;
  const mayStay = isForRestricted && restrictedTo !== 'leaving';
  if (restrictedTo === 'second-factor' && !mayStay)
    return <DocumentRedirect url={`${routes.setUpFactor}?${new URLSearchParams({ redirect: pathname })}`} />;
  if (restrictedTo === 'billing' && !mayStay) return <DocumentRedirect url={routes.proUpgrade} />;
  // The login page explains what a member of an ended team, or a user whose account will be deleted, can do.
  if (restrictedTo && !mayStay) return <Navigate to={routes.login} replace />;
  return (
    <div className={layout.form}>
      <SettingsMenu session={session.data} />
      {!restrictedTo && (
        <>
          <div className={styles.notice}>
            <PastDueNotice />
            <FactorNotice session={session.data} />
            <RecoveryNotice />
          </div>
          <WaitingInvitations />
        </>
      )}
      <PageHeading>{title}</PageHeading>
      <StepUpPrompt />
      <div className={styles.sections}>
        <Page session={{ ...session.data, user }} />
      </div>
    </div>
  );
}

function SettingsMenu({ session }: { session: KnownSession }) {
  const { pathname } = useLocation();
  if (pathname === routes.settings || session.restrictedTo) return null;
  return (
    <nav className={styles.menu} aria-label={t('common.settings', 'Settings')}>
      <div className={styles.back}>
        <BackLink to={routes.settings}>{t('common.settings', 'Settings')}</BackLink>
      </div>
      <ul className={styles.entries}>
        {settingsFor(session).map(({ to, label, needsFullLoad = false }) => (
          <li key={to}>
            <Link
              className={styles.entry}
              to={to}
              reloadDocument={needsFullLoad}
              aria-current={currentOf(to, pathname)}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function currentOf(entry: string, pathname: string): 'page' | 'true' | undefined {
  if (entry === pathname) return 'page';
  return pathname.startsWith(`${entry}/`) ? 'true' : undefined;
}

function NotReached({ onRetry }: { onRetry(): void }) {
  return (
    <div className={layout.form}>
      <PageHeading lead={t('common.noAnswer', 'We couldn’t connect. Check your connection and try again.')}>
        {t('common.settingsNotLoaded', 'We couldn’t load your settings')}
      </PageHeading>
      <Button onClick={onRetry}>{t('common.tryAgain', 'Try again')}</Button>
    </div>
  );
}
