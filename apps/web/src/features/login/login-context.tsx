import { pages } from '@foyer/contracts/pages';
import { pathPattern } from '@foyer/contracts/path-pattern';
import { SESSION_IDLE_MINUTES } from '@foyer/contracts/session';
import { useQuery } from '@tanstack/react-query';
import { eventInvitationQuery, teamInvitationQuery } from '../../http/invitation-queries.ts';
import { readArrival } from '../../journey/arrival.ts';
import { hasOwnDrafts } from '../../journey/own-drafts.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { rich, t } from '../../words/t.ts';

const teamPages = [pages.switchTeam, pages.joinTeam].map(pathPattern);
const eventPage = pathPattern(pages.joinEvent);

/**
 * Why the visitor is asked to log in, in one line: the session ended, an app asks, or somebody invites. Empty where
 * there is nothing to say: whoever came for the login knows why.
 */
export function LoginContext({ hasIdledOut = false }: { hasIdledOut?: boolean | undefined }) {
  const { appName } = usePageValues();
  const target = readArrival().redirect.replace(/[?#].*/, '');
  const teamCode = codeIn(target, teamPages);
  const eventCode = codeIn(target, [eventPage]);
  if (hasIdledOut) return <IdledOut />;
  if (target === pages.oauthAuthorize && appName)
    return <>{t('{appName} asks for access. Log in to decide.', { appName })}</>;
  if (teamCode) return <TeamInvitation code={teamCode} />;
  if (eventCode) return <EventInvitation code={eventCode} />;
  return null;
}

/** Says that nothing is lost only where something was typed that comes back. */
function IdledOut() {
  return (
    <>
      {t('You were logged out after {minutes} minutes without activity.', { minutes: SESSION_IDLE_MINUTES })}
      {hasOwnDrafts() && ` ${t('Nothing is lost: what you typed is there when you log in.')}`}
    </>
  );
}

function TeamInvitation({ code }: { code: string }) {
  const { data } = useQuery(teamInvitationQuery(code));
  if (!data) return null;
  return rich('{name} invited you to the team {team}. Log in as <strong>{email}</strong> to accept.', {
    name: data.inviter.name,
    team: data.existingTeam.name,
    email: data.invitation.email,
    strong: (words) => <strong>{words}</strong>,
  });
}

function EventInvitation({ code }: { code: string }) {
  const { data } = useQuery(eventInvitationQuery(code));
  if (!data) return null;
  return rich('{name} shared an event with you. Log in as <strong>{email}</strong> to accept.', {
    name: data.inviter.name,
    email: data.invitation.email,
    strong: (words) => <strong>{words}</strong>,
  });
}

function codeIn(path: string, patterns: RegExp[]): string | undefined {
  return patterns.map((pattern) => pattern.exec(path)?.groups?.['invitationCode']).find(Boolean);
}
