import { OBSERVE_ANSWER_DAYS } from '@foyer/catalog/consents';
import { ADDRESS_UNDO_DAYS } from '@foyer/contracts/account/address-change';
import { DATA_KEPT_HOURS } from '@foyer/contracts/account/own-data';
import { DEVICE_LIFE_DAYS, SESSION_IDLE_MINUTES } from '@foyer/contracts/identity/session';

export type RetentionRule = {
  table: string;
  /** An SQL expression of type timestamptz. It is null if the row has not ended. */
  endedAt: string;
  keepDays: number;
  /**
   * The database function that deletes the rows, for a table where the API must not delete. It runs with the rights of
   * the table's owner. Its arguments are the days and the maximum number of rows.
   */
  by?: string;
};

/** During this time, the portal can tell a visitor why an old link no longer works. */
const LINK_DAYS = 30;
const INVITATION_DAYS = 90;
/** A former address is kept for the undo period of the change, and then as long as an invitation. */
const FORMER_ADDRESS_DAYS = ADDRESS_UNDO_DAYS + INVITATION_DAYS;
const OAUTH_DAYS = 30;
/** During this time, a lockout after wrong codes makes the next one longer. */
const CODE_LOCKOUT_DAYS = 30;

const hasNone = (table: string, column = 'email') =>
  `NOT EXISTS (SELECT FROM ${table} t WHERE t.${column} = former_addresses.email)`;

const invitationEnd = 'least(expires_at, accepted_at, revoked_at)';

/** One rule for each table whose rows are deleted by age, explained in docs/operate.md. */
export function retentionRules(auditDays: number): RetentionRule[] {
  return [
    {
      table: 'sessions',
      endedAt: `least(expires_at, last_seen_at + interval '${SESSION_IDLE_MINUTES} minutes')`,
      keepDays: 0,
    },
    { table: 'consent_tickets', endedAt: 'expires_at', keepDays: 0 },
    { table: 'one_time_links', endedAt: 'least(expires_at, used_at, replaced_at)', keepDays: LINK_DAYS },
    {
      table: 'registrations',
      // While one of its links is valid, a registration has not ended.
      endedAt: `greatest(updated_at, (SELECT max(expires_at) FROM one_time_links WHERE registration_id = registrations.id))`,
      keepDays: 30,
    },
    { table: 'team_invitations', endedAt: invitationEnd, keepDays: INVITATION_DAYS },
    { table: 'event_invitations', endedAt: invitationEnd, keepDays: INVITATION_DAYS },
    { table: 'member_changes', endedAt: 'at', keepDays: INVITATION_DAYS },
    { table: 'owner_offers', endedAt: 'expires_at', keepDays: 0 },
    { table: 'seat_requests', endedAt: 'at', keepDays: INVITATION_DAYS },
    {
      table: 'pending_identities',
      // While its claim is open, a pending identity has not ended.
      endedAt: 'CASE WHEN NOT is_claim_open(user_id, email, identity_provider_id) THEN first_seen_at END',
      keepDays: INVITATION_DAYS,
    },
    { table: 'answered_requests', endedAt: 'expires_at', keepDays: 0 },
    { table: 'used_assertions', endedAt: 'expires_at', keepDays: 0 },
    { table: 'used_challenges', endedAt: 'expires_at', keepDays: 0 },
    { table: 'sso_tests', endedAt: 'at', keepDays: 30 },
    { table: 'oauth_tokens', endedAt: "CASE kind WHEN 'access' THEN expires_at END", keepDays: 0 },
    { table: 'oauth_grants', endedAt: 'least(expires_at, revoked_at)', keepDays: OAUTH_DAYS },
    { table: 'rate_limits', endedAt: 'to_timestamp(expire / 1000.0)', keepDays: 0 },
    {
      table: 'address_changes',
      endedAt:
        'CASE WHEN held_at IS NULL THEN coalesce(undone_at, undo_until, least(expires_at, replaced_at)) END',
      keepDays: LINK_DAYS,
    },
    {
      table: 'former_addresses',
      endedAt: `CASE WHEN ${hasNone('team_invitations')} AND ${hasNone('event_invitations')} AND ${hasNone('event_invitations', 'inviter_email')}
                      AND ${hasNone('pending_identities')} THEN given_up_at END`,
      keepDays: Math.max(auditDays, FORMER_ADDRESS_DAYS),
    },
    { table: 'factor_recoveries', endedAt: 'coalesce(over_at, ends_at)', keepDays: LINK_DAYS },
    {
      table: 'observe_answers',
      endedAt: `least(ended_at, at + interval '${OBSERVE_ANSWER_DAYS} days')`,
      keepDays: 400,
    },
    { table: 'mail_limits', endedAt: 'empty_at', keepDays: 1 },
    { table: 'lockouts', endedAt: 'greatest(window_started_at, locked_until)', keepDays: 1 },
    { table: 'known_devices', endedAt: `last_used_at + interval '${DEVICE_LIFE_DAYS} days'`, keepDays: 0 },
    // If the job of an export failed for good, the export has no `expires_at`.
    {
      table: 'data_exports',
      endedAt: `coalesce(expires_at, asked_at + interval '${DATA_KEPT_HOURS} hours')`,
      keepDays: 0,
    },
    // Usually, the job that reports the login deletes the row earlier (`PendingLogins`).
    { table: 'pending_logins', endedAt: 'expires_at', keepDays: 1 },
    {
      table: 'second_factors',
      endedAt: 'CASE WHEN confirmed_at IS NULL THEN created_at END',
      keepDays: 1,
    },
    {
      table: 'second_factor_lockouts',
      endedAt: 'greatest(window_started_at, locked_until)',
      keepDays: CODE_LOCKOUT_DAYS,
    },
    { table: 'webhook_events', endedAt: 'handled_at', keepDays: 90 },
    { table: 'payment_attempts', endedAt: 'ended_at', keepDays: 400 },
    { table: 'renewal_receipts', endedAt: 'at', keepDays: 400 },
    { table: 'unpaid_invoices', endedAt: 'at', keepDays: 400 },
    { table: 'audit_events', endedAt: 'at', keepDays: auditDays, by: 'delete_old_events' },
  ];
}
