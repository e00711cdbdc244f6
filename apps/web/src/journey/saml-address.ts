import type { SamlLookupQuery } from '@foyer/contracts/saml';
import { generatePath } from 'react-router-dom';
import { routes } from '../routes.ts';

/** The page that leads to an identity provider. Its policy names the provider, so it is opened by a full load only. */
export function samlAddress(idpName: string, query: SamlLookupQuery): string {
  const search = new URLSearchParams(query).toString();
  return generatePath(routes.saml, { idpName }) + (search && `?${search}`);
}
