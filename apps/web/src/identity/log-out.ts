import { endpoints } from '@foyer/contracts/endpoints';
import { logoutReply } from '@foyer/contracts/identity/session';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { send } from '../http/send.ts';
import { routes } from '../routes.ts';
import { useDocumentNavigation } from '../navigation/document-navigation.ts';
import { removeOwnDrafts } from '../navigation/own-drafts.ts';

/**
 * Opens `page` after the logout, by default the page that the server returns. Removes drafts before the call, so that
 * none stays in the tab if the network fails.
 */
export function useLogOut(page?: string) {
  const leave = useDocumentNavigation();
  const navigate = useNavigate();
  const logOut = useMutation({
    mutationFn: () => {
      removeOwnDrafts();
      return send(endpoints.logout, { reply: logoutReply });
    },
    onSuccess: ({ redirectURL }) => leave(page ?? (redirectURL || routes.home)),
    onError: () => navigate(routes.failureGeneral),
  });
  return { logOut: () => logOut.mutate(), isLoggingOut: logOut.isPending || logOut.isSuccess };
}
