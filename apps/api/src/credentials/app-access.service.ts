import { Inject, Injectable } from '@nestjs/common';
import { accessOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type { OAuthScope } from '@foyer/contracts/oauth';
import type { PlanType } from '@foyer/catalog/plans';
import { Pool } from 'pg';
import { hashToken } from './secret-token.ts';

/** What an access token grants: an app's access to a user's data. */
export type AppAccess = {
  grantId: string;
  clientId: string;
  redirectUris: string[];
  scopes: OAuthScope[];
  issuedAt: Date;
  expiresAt: Date;
  user: { id: string; firstName: string; lastName: string; email: string };
  team: { id: string; name: string; plan: PlanType };
};

/** With the columns that the gate reads, and whether to update the grant's last use. */
type FoundAccess = AppAccess & {
  gate: { status: string | null; endsAs: SubscriptionEnd | null; isOwner: boolean };
  isTouchDue: boolean;
};

type TokenKind = 'access' | 'refresh';

/** Checks the tokens of apps on each call, so that every replica sees a revocation at once. */
@Injectable()
export class AppAccessService {
  constructor(@Inject(Pool) private readonly pool: Pool) {}

  /**
   * The access behind a live token: not expired or used, its grant and app not ended, its user active and not blocked
   * by the gate, since an app may do no more than its user. Records the last use of an access token at most once a
   * minute.
   */
  async find(token: string, kind: TokenKind = 'access'): Promise<AppAccess | undefined> {
    const { rows } = await this.pool.query<FoundAccess>({
      name: 'find-app-access',
      text: FIND_ACCESS,
      values: [hashToken(token), kind],
    });
    const [row] = rows;
    if (!row) return undefined;
    const { isTouchDue, gate, ...access } = row;
    if (accessOf(gate, gate.isOwner) !== 'full') return undefined;
    if (isTouchDue && kind === 'access')
      await this.pool.query('UPDATE oauth_grants SET last_used_at = now() WHERE id = $1', [access.grantId]);
    return access;
  }
}

const FIND_ACCESS = `
  SELECT g.id AS "grantId", c.client_id AS "clientId", c.redirect_uris AS "redirectUris", t.scopes, t.created_at AS "issuedAt",
         t.expires_at AS "expiresAt",
         jsonb_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email) AS "user",
         jsonb_build_object('id', m.id, 'name', m.name, 'plan', m.plan) AS team,
         jsonb_build_object('status', p.status, 'endsAs', p.ends_as,
                            'isOwner', m.owner_id IS NOT DISTINCT FROM u.id) AS gate,
         coalesce(g.last_used_at < now() - interval '1 minute', true) AS "isTouchDue"
    FROM oauth_tokens t
    JOIN oauth_grants g ON g.id = t.grant_id
    JOIN oauth_clients c ON c.id = g.client_id
    JOIN users u ON u.id = g.user_id
    JOIN teams m ON m.id = u.team_id
    LEFT JOIN subscriptions p ON p.team_id = m.id
   WHERE t.token_hash = $1 AND t.kind = $2::oauth_token_kind AND t.expires_at > now() AND t.used_at IS NULL
     AND g.revoked_at IS NULL AND g.expires_at > now() AND c.is_enabled AND u.deactivated_at IS NULL`;
