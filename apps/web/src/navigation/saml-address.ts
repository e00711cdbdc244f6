import type { SamlLookupQuery } from '@foyer/contracts/company/saml';
import { generatePath } from 'react-router-dom';
import { routes } from '../routes.ts';

/** The page that posts to an identity provider. Its CSP names the provider, so it needs a full page load. */
export function samlAddress(idpName: string, query: SamlLookupQuery): string {
  const search = new URLSearchParams(query).toString();
  return generatePath(routes.saml, { idpName }) + (search && `?${search}`);
}
