import { changeAddressReply, type ChangeAddressBody } from '@foyer/contracts/address-change';
import { endpoints } from '@foyer/contracts/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { send } from '../../http/send.ts';

/** Has a link mailed to the new address, which changes it. */
export function useChangeAddress() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeAddressBody) =>
      asSignedIn(queries, send(endpoints.changeAddress, { body, reply: changeAddressReply })),
  });
}
