import { endpoints } from '@foyer/contracts/endpoints';
import { samlLookupReply } from '@foyer/contracts/company/saml';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../http/send.ts';

/** Query parameters of the page that are also sent to the API. */
const forwardedParameters = ['redirect', 'test', 'proof'];

/** The sign-in request for an identity provider. Not cached, because each request works for one login only. */
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
