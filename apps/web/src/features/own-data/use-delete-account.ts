import { endpoints } from '@foyer/contracts/endpoints';
import { deletionReply } from '@foyer/contracts/own-data';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { send } from '../../http/send.ts';

/** Asks for the deletion of the visitor's account, which logs them out. */
export function useDeleteAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => asSignedIn(queries, send(endpoints.deleteAccount, { reply: deletionReply })),
  });
}
