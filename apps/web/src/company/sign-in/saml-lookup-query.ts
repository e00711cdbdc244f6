import { endpoints } from '@foyer/contracts/endpoints';
import { samlLookupReply } from '@foyer/contracts/company/saml';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../http/send.ts';

const forwardedParameters = ['redirect', 'test', 'proof'];

/** A sign-in request works for one login only, so it is not cached. */
export const samlLookupQuery = (idpName: string, search: URLSearchParams) =>
  queryOptions({
    queryKey: ['idp', idpName],
    queryFn: ({ signal }) => {
      const query = Object.fromEntries([...search].filter(([name]) => forwardedParameters.includes(name)));
      return send(endpoints.samlLookup, { params: { idpName }, query, reply: samlLookupReply, signal });
    },
    staleTime: Infinity,
    gcTime: 0,
  });
