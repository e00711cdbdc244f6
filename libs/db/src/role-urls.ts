import { createHmac } from 'node:crypto';

/** Addresses of one database, by who connects. */
export type RoleUrls = { api: string; worker: string };

/**
 * The addresses of the API's and the worker's accounts on a Postgres of our own (`npm start`, specs, stories). Their
 * passwords follow from the owner's, so that nobody has to keep them; they lead to no other password.
 */
export function roleUrls(ownerUrl: string): RoleUrls {
  const as = (role: string) => {
    const url = new URL(ownerUrl);
    const secret = createHmac('sha256', decodeURIComponent(url.password)).update(role).digest('base64url');
    url.username = role;
    url.password = secret;
    return url.href;
  };
  return { api: as('foyer_api'), worker: as('foyer_worker') };
}
