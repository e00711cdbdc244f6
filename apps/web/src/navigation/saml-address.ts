import type { SamlLookupQuery } from '@foyer/contracts/company/saml';
import { generatePath } from 'react-router-dom';
import { routes } from '../routes.ts';

/** The page at this URL posts to an identity provider. It needs a full load, because it has its own CSP. */
export function samlAddress(idpName: string, query: SamlLookupQuery): string {
  const search = new URLSearchParams(query).toString();
  return generatePath(routes.saml, { idpName }) + (search && `?${search}`);
}
