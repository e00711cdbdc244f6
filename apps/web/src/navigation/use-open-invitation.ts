import { endpoints } from '@foyer/contracts/endpoints';
import { openInvitationReply } from '@foyer/contracts/invitations/waiting-invitations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ProblemError } from '../http/errors.ts';
import { send } from '../http/send.ts';
import { useDocumentNavigation } from './document-navigation.ts';
import { waitingInvitationsQuery } from './waiting-invitations-query.ts';
import { t } from '../words/t.ts';

export function useOpenInvitation() {
  const leave = useDocumentNavigation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      send(endpoints.openInvitation, { params: { id }, reply: openInvitationReply }),
    onSuccess: ({ path }) => leave(path),
    onError: () => queries.invalidateQueries(waitingInvitationsQuery),
  });
}

export function openProblemText(error: Error): string {
  if (!(error instanceof ProblemError))
    return t(
      'navigation.useOpenInvitation.openFailed',
      'We couldn’t open the invitation. Check your connection and try again.',
    );
  return error.code === 'NotFound'
    ? t('navigation.useOpenInvitation.noLongerWorks', 'This invitation no longer works. Ask for a new one.')
    : error.message;
}
