import { endpoints } from '@foyer/contracts/endpoints';
import { samlLookupReply } from '@foyer/contracts/saml';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../http/send.ts';

/** The form for an identity provider. Each request is good for one login: none is kept. */
export const samlLookupQuery = (idpName: string) =>
  queryOptions({
    queryKey: ['idp', idpName],
    queryFn: ({ signal }) =>
      send(endpoints.samlLookup, { params: { idpName }, reply: samlLookupReply, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
