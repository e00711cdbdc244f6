import { endpoints } from '@foyer/contracts/endpoints';
import { samlLookupReply } from '@foyer/contracts/saml';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../http/send.ts';

/** What the page's address tells the lookup. */
const handedOn = ['redirect', 'test'];

/** The form for an identity provider. Each request is good for one login: none is kept. */
export const samlLookupQuery = (idpName: string, search: URLSearchParams) =>
  queryOptions({
    queryKey: ['idp', idpName],
    queryFn: ({ signal }) => {
      const query = Object.fromEntries([...search].filter(([name]) => handedOn.includes(name)));
      return send(endpoints.samlLookup, { params: { idpName }, query, reply: samlLookupReply, signal });
    },
    staleTime: Infinity,
    gcTime: 0,
  });
