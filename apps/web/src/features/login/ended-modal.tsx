import type { Restriction } from '@foyer/catalog/subscription-states';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../http/session-query.ts';
import { EndedMemberModal } from './ended-member-modal.tsx';
import { ReactivateModal } from './reactivate-modal.tsx';

/** For who has just logged in to a team whose subscription has ended; the new session says what they may. */
export function EndedModal() {
  const session = useQuery({ ...sessionQuery, staleTime: 0, refetchOnMount: 'always' });
  if (session.isFetching) return null;
  return <ModalOf restrictedTo={session.data?.restrictedTo ?? 'billing'} />;
}

/** The same for a session that is known. */
export function ModalOf({ restrictedTo }: { restrictedTo: Restriction }) {
  return restrictedTo === 'ended-member' ? <EndedMemberModal /> : <ReactivateModal />;
}
