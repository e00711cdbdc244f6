import { createHmac } from 'node:crypto';

export type RoleUrls = { api: string; worker: string };

/**
 * Returns the database URLs of API and worker on a local Postgres (`npm start`, specs, stories). Their passwords are
 * derived from the owner's password, so that they need not be stored. They do not reveal the owner's password.
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
