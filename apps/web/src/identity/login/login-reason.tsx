import { pages } from '@foyer/contracts/pages';
import { pathPattern } from '@foyer/contracts/path-pattern';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { eventInvitationQuery, teamInvitationQuery } from '../../http/invitation-queries.ts';
import { readArrival } from '../../navigation/arrival.ts';
import { hasOwnDrafts } from '../../navigation/own-drafts.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { loginReasons } from './login-reasons.ts';

const teamPages = [pages.switchTeam, pages.joinTeam].map(pathPattern);
const eventPage = pathPattern(pages.joinEvent);

const strong = (words: ReactNode) => <strong>{words}</strong>;

export function LoginReason({ hasIdledOut = false }: { hasIdledOut?: boolean | undefined }) {
  const { appName } = usePageValues();
  const target = readArrival().redirect.replace(/[?#].*/, '');
  const teamCode = codeIn(target, teamPages);
  const eventCode = codeIn(target, [eventPage]);
  if (hasIdledOut) return <IdledOut />;
  if (target === pages.oauthAuthorize && appName) return <>{loginReasons.appAsks(appName)}</>;
  if (teamCode) return <TeamInvitation code={teamCode} />;
  if (eventCode) return <EventInvitation code={eventCode} />;
  return null;
}

function IdledOut() {
  return <>{hasOwnDrafts() ? loginReasons.idledOutWithInput() : loginReasons.idledOut()}</>;
}

function TeamInvitation({ code }: { code: string }) {
  const { data } = useQuery(teamInvitationQuery(code));
  if (!data) return null;
  const { inviter, existingTeam, invitation } = data;
  return <p>{loginReasons.invitedToTeam(inviter.name, existingTeam.name, invitation.email, strong)}</p>;
}

function EventInvitation({ code }: { code: string }) {
  const { data } = useQuery(eventInvitationQuery(code));
  if (!data) return null;
  return <p>{loginReasons.invitedToEvent(data.inviter.name, data.invitation.email, strong)}</p>;
}

function codeIn(path: string, patterns: RegExp[]): string | undefined {
  return patterns.map((pattern) => pattern.exec(path)?.groups?.['invitationCode']).find(Boolean);
}
