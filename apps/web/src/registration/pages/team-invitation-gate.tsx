import type { TeamInvitationReply } from '@foyer/contracts/invitations/invitation';
import { normalizeEmail } from '@foyer/contracts/email';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { generatePath, Navigate } from 'react-router-dom';
import { deadInvitationOf } from '../../http/dead-invitation.ts';
import { teamInvitationQuery } from '../../http/invitation-queries.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { t } from '../../words/t.ts';
import { DeadInvitationPage } from '../../invitations/pages/dead-invitation-page.tsx';
import layout from '../../ui/page-layout.module.css';
import { LoadingPage } from '../../navigation/loading-page.tsx';
import { OtherAccountPage } from '../../invitations/pages/other-account-page.tsx';

export function TeamInvitationGate({
  invitationCode,
  title = pageTitles.joinTeam,
  children,
}: {
  invitationCode: string;
  /** The title while the invitation loads. It is also in the prerendered HTML. */
  title?: string;
  children(invitation: TeamInvitationReply): ReactNode;
}) {
  const invitation = useQuery(teamInvitationQuery(invitationCode));
  const session = useQuery(sessionQuery);
  const dead = deadInvitationOf(invitation.error);
  if (dead) return <DeadInvitationPage code={dead} />;
  if (invitation.isError)
    return (
      <InvitationNotLoaded isLoading={invitation.isFetching} onRetry={() => void invitation.refetch()} />
    );
  if (!invitation.data || session.isPending) return <LoadingPage title={title} />;
  const signedInAs = session.data?.user?.email;
  const invited = invitation.data.invitation.email;
  if (signedInAs === undefined) return children(invitation.data);
  if (normalizeEmail(signedInAs) === normalizeEmail(invited))
    return <Navigate to={generatePath(routes.switchTeam, { invitationCode })} replace />;
  return <OtherAccountPage signedInAs={signedInAs} invited={invited} />;
}

function InvitationNotLoaded({ isLoading, onRetry }: { isLoading: boolean; onRetry(): void }) {
  useDocumentTitle(pageTitles.joinTeam);
  return (
    <div className={layout.form}>
      <PageHeading
        lead={t(
          'registration.teamInvitationGate.loadFailed',
          'We couldn’t load your invitation. Check your connection and try again.',
        )}
      >
        {t('common.joinYourTeam', 'Join your team')}
      </PageHeading>
      <Button onClick={onRetry} isLoading={isLoading}>
        {t('common.tryAgain', 'Try again')}
      </Button>
    </div>
  );
}
