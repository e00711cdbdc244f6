import { endpoints } from '@foyer/contracts/endpoints';
import { logoutReply } from '@foyer/contracts/identity/session';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { send } from '../http/send.ts';
import { routes } from '../routes.ts';
import { useDocumentNavigation } from '../navigation/document-navigation.ts';
import { removeOwnDrafts } from '../navigation/own-drafts.ts';

/**
 * Forgets what was typed here, ends the session and opens `page`, or the server's target, `/` by default; /failure-general
 * if that fails (docs/product.md 4). It forgets first: without a network nothing of the person stays in the tab.
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
