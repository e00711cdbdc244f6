import type { Restriction } from '@foyer/catalog/subscription-states';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../http/session-query.ts';
import { DocumentRedirect } from '../../navigation/document-redirect.tsx';
import { routes } from '../../routes.ts';
import { EndedMemberModal } from './ended-member-modal.tsx';
import { LeavingModal } from './leaving-modal.tsx';
import { ReactivateModal } from './reactivate-modal.tsx';

/** Fetches the session, because the login has just changed it. */
export function EndedModal() {
  const session = useQuery({ ...sessionQuery, staleTime: 0, refetchOnMount: 'always' });
  if (session.isFetching) return null;
  return <RestrictionModal restrictedTo={session.data?.restrictedTo ?? 'billing'} />;
}

export function RestrictionModal({ restrictedTo }: { restrictedTo: Restriction }) {
  if (restrictedTo === 'leaving') return <LeavingModal />;
  if (restrictedTo === 'second-factor') return <DocumentRedirect url={routes.setUpFactor} />;
  return restrictedTo === 'ended-member' ? <EndedMemberModal /> : <ReactivateModal />;
}
