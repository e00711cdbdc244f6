import { endpoints } from '@foyer/contracts/endpoints';
import { acceptEventReply } from '@foyer/contracts/registration/event-invite';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ProblemError, problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { useDocumentNavigation } from '../../navigation/document-navigation.ts';
import { eventInvitationQuery } from '../../http/invitation-queries.ts';
import { t } from '../../words/t.ts';

export function useAcceptEvent(invitationCode: string) {
  const leave = useDocumentNavigation();
  const queries = useQueryClient();
  const accept = useMutation({
    mutationFn: () => send(endpoints.acceptEvent, { params: { invitationCode }, reply: acceptEventReply }),
    onSuccess: ({ redirectURL }) => leave(redirectURL),
    onError: (error) => {
      if (!(error instanceof ProblemError)) return;
      // The invitation may have ended, or another user may have logged in.
      void queries.invalidateQueries(eventInvitationQuery(invitationCode));
      void queries.invalidateQueries(sessionQuery);
    },
  });
  const { error } = accept;
  return {
    accept: () => accept.mutate(),
    isAccepting: accept.isPending || accept.isSuccess,
    problem: problemInWords(
      error,
      t(
        'registration.useAcceptEvent.notAdded',
        'We couldn’t confirm that you joined the event. Check your connection and try again.',
      ),
    ),
  };
}
