-- The schema at the first release. From here on a change is a migration of its own (CONTRIBUTING.md).
-- Functions and triggers are explained in prisma/sql, tables in prisma/schema.prisma.

-- ==== 1. Drawn from prisma/sql/database.sql: functions that defaults and checks name ====

CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid
  LANGUAGE plpgsql VOLATILE PARALLEL SAFE
  AS $$
  DECLARE
    micros bigint := extract(epoch FROM clock_timestamp()) * 1000000;
  BEGIN
    RETURN encode(
      overlay(uuid_send(gen_random_uuid())
              PLACING int8send((micros / 1000) << 16 | x'7000'::bigint | (micros % 1000) * 4096 / 1000)
              FROM 1 FOR 8),
      'hex')::uuid;
  END
  $$;

CREATE OR REPLACE FUNCTION refused(sentence text) RETURNS boolean
  LANGUAGE plpgsql
  AS $$
  BEGIN
    RAISE EXCEPTION '%', sentence USING ERRCODE = 'check_violation';
  END
  $$;

CREATE OR REPLACE FUNCTION trimmed(given text) RETURNS text
  LANGUAGE sql IMMUTABLE
  AS $$ SELECT regexp_replace(given, '^[\s\u00a0\u200b\u2060\ufeff]+|[\s\u00a0\u200b\u2060\ufeff]+$', '', 'g') $$;

CREATE OR REPLACE FUNCTION are_redirect_uris(uris text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  AS $$
    SELECT coalesce(bool_and(
             uri ~ '^(https://[a-z0-9.-]+|http://(localhost|127\.0\.0\.1|\[::1\]))(:[0-9]{1,5})?(/[!$%&''()+,./0-9:;=@A-Z_a-z~-]*)?$'
             OR uri ~ '^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:/([!$%&''()+,.0-9:;=@A-Z_a-z~-][!$%&''()+,./0-9:;=@A-Z_a-z~-]*)?$'
           ), false)
      FROM unnest(uris) AS uri
  $$;

CREATE OR REPLACE FUNCTION require_filled(of_table oid, typed jsonb) RETURNS void
  LANGUAGE plpgsql
  AS $$
  DECLARE
    empty text;
  BEGIN
    SELECT attname INTO empty FROM pg_attribute
     WHERE attrelid = of_table AND attnum > 0 AND NOT attisdropped AND attnotnull AND typed->>attname IS NULL
     ORDER BY attnum LIMIT 1;
    IF FOUND THEN
      RAISE not_null_violation USING MESSAGE = 'Fill in ' || empty || ': it cannot be empty.',
        SCHEMA = 'public', TABLE = of_table::regclass::text, COLUMN = empty;
    END IF;
  END
  $$;

CREATE OR REPLACE FUNCTION refuse_double(sentence text, of_table text, of_constraint text) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    RAISE unique_violation USING MESSAGE = sentence, SCHEMA = 'public', TABLE = of_table, CONSTRAINT = of_constraint;
  END
  $$;

-- ==== 2. Drawn from prisma/schema.prisma: tables ====

CREATE TYPE "plan" AS ENUM ('free', 'pro');
CREATE TYPE "link_purpose" AS ENUM ('create_password', 'reset_password');
CREATE TYPE "oauth_token_kind" AS ENUM ('access', 'refresh');
CREATE TYPE "subscription_end" AS ENUM ('free', 'ended');

CREATE TABLE "teams" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "name" TEXT NOT NULL,
    "plan" "plan" NOT NULL DEFAULT 'free',
    "seat_limit" INTEGER NOT NULL DEFAULT 1,
    "has_incomplete_billing" BOOLEAN NOT NULL DEFAULT false,
    "owner_id" UUID,
    "second_factor_due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "users" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "email" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "phone" TEXT NOT NULL DEFAULT '',
    "company" TEXT NOT NULL DEFAULT '',
    "job_title" TEXT NOT NULL DEFAULT '',
    "business_type" TEXT NOT NULL DEFAULT '',
    "meeting_space" TEXT NOT NULL DEFAULT '',
    "country_code" TEXT NOT NULL DEFAULT '',
    "state_code" TEXT NOT NULL DEFAULT '',
    "country_integration_value" TEXT NOT NULL DEFAULT '',
    "state_integration_value" TEXT NOT NULL DEFAULT '',
    "has_opted_in" BOOLEAN NOT NULL DEFAULT false,
    "source_site" TEXT NOT NULL DEFAULT '',
    "language" TEXT,
    "time_zone" TEXT,
    "password_hash" TEXT,
    "password_set_at" TIMESTAMPTZ(3),
    "deactivated_at" TIMESTAMPTZ(3),
    "address_held_until" TIMESTAMPTZ(3),
    "leaving_at" TIMESTAMPTZ(3),
    "team_id" UUID NOT NULL,
    "team_since" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "second_factor_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "data_exports" (
    "user_id" UUID NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "content" BYTEA,
    "made_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    CONSTRAINT "data_exports_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "erasures" (
    "id_hash" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "erasures_pkey" PRIMARY KEY ("id_hash")
);

CREATE TABLE "owner_offers" (
    "team_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "owner_offers_pkey" PRIMARY KEY ("team_id")
);

CREATE TABLE "registrations" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "address" TEXT NOT NULL,
    "browser_hash" BYTEA NOT NULL,
    "plan" "plan" NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "company" TEXT NOT NULL,
    "business_type" TEXT NOT NULL,
    "meeting_space" TEXT NOT NULL DEFAULT '',
    "country_code" TEXT NOT NULL,
    "state_code" TEXT NOT NULL DEFAULT '',
    "country_integration_value" TEXT NOT NULL,
    "state_integration_value" TEXT NOT NULL DEFAULT '',
    "has_opted_in" BOOLEAN NOT NULL,
    "source_site" TEXT NOT NULL DEFAULT '',
    "language" TEXT NOT NULL,
    "text_version" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "job_title" TEXT NOT NULL DEFAULT '',
    "team_invitation_id" UUID,
    "event_invitation_id" UUID,
    CONSTRAINT "registrations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "consents" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "what" TEXT NOT NULL,
    "how" TEXT NOT NULL,
    "about" TEXT NOT NULL DEFAULT '',
    "text_version" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "withdrawn_at" TIMESTAMPTZ(3),
    CONSTRAINT "consents_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "observe_answers" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "is_yes" BOOLEAN NOT NULL,
    "text_version" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "ended_at" TIMESTAMPTZ(3),
    CONSTRAINT "observe_answers_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "one_time_links" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "purpose" "link_purpose" NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID,
    "registration_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "replaced_at" TIMESTAMPTZ(3),
    CONSTRAINT "one_time_links_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "address_changes" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "old_email" TEXT NOT NULL,
    "new_email" TEXT NOT NULL,
    "token_hash" BYTEA,
    "undo_hash" BYTEA,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "replaced_at" TIMESTAMPTZ(3),
    "applied_at" TIMESTAMPTZ(3),
    "undo_hours" INTEGER NOT NULL DEFAULT 168,
    "undo_until" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),
    "held_at" TIMESTAMPTZ(3),
    CONSTRAINT "address_changes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "former_addresses" (
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "had_since" TIMESTAMPTZ(3),
    "given_up_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "former_addresses_pkey" PRIMARY KEY ("user_id","email")
);

CREATE TABLE "mail_limits" (
    "subject" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "empty_at" TIMESTAMPTZ(6) NOT NULL,
    CONSTRAINT "mail_limits_pkey" PRIMARY KEY ("subject","name")
);

CREATE TABLE "lockouts" (
    "subject" TEXT NOT NULL,
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "window_started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "locked_until" TIMESTAMPTZ(3),
    CONSTRAINT "lockouts_pkey" PRIMARY KEY ("subject")
);

CREATE TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" BIGINT NOT NULL,
    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "user_agent" TEXT NOT NULL DEFAULT '',
    "ip_address" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "began_by" TEXT,
    "proved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "strong_since" TIMESTAMPTZ(3),
    "has_second_factor" BOOLEAN NOT NULL DEFAULT false,
    "on_word_of" UUID,
    "step_up_at" TIMESTAMPTZ(3),
    "step_up_on_word_of" UUID,
    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "known_devices" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "token_made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "user_agent" TEXT NOT NULL DEFAULT '',
    "ip_address" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "told_at" TIMESTAMPTZ(3),
    "second_factor_until" TIMESTAMPTZ(3),
    "on_word_of" UUID,
    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "passkeys" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "name" TEXT NOT NULL,
    "is_backed_up" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "last_used_at" TIMESTAMPTZ(3),
    "on_word_of" UUID,
    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "used_challenges" (
    "challenge_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "used_challenges_pkey" PRIMARY KEY ("challenge_hash")
);

CREATE TABLE "second_factors" (
    "user_id" UUID NOT NULL,
    "sealed_secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER,
    "on_word_of" UUID,
    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "recovery_codes" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "selector" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "on_word_of" UUID,
    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "pending_logins" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "mailed_code_hash" TEXT,
    "mailed_code_tries" INTEGER NOT NULL DEFAULT 0,
    "is_browser_new" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "pending_logins_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "factor_recoveries" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "began_by" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "stop_hash" BYTEA NOT NULL,
    "late_stop_hash" BYTEA,
    "outcome" TEXT,
    "over_at" TIMESTAMPTZ(3),
    "on_word_of" UUID,
    CONSTRAINT "factor_recoveries_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "second_factor_lockouts" (
    "user_id" UUID NOT NULL,
    "browser" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "wrong_count" INTEGER NOT NULL DEFAULT 0,
    "window_started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "locked_until" TIMESTAMPTZ(3),
    "lock_count" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "second_factor_lockouts_pkey" PRIMARY KEY ("user_id","browser","kind")
);

CREATE TABLE "team_invitations" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "team_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "code_hash" BYTEA,
    "shared_code_hash" BYTEA,
    "inviter_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "mail_asked_at" TIMESTAMPTZ(3),
    "language" TEXT,
    CONSTRAINT "team_invitations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "event_invitations" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "event_id" TEXT NOT NULL,
    "event_name" TEXT NOT NULL,
    "inviter_name" TEXT NOT NULL,
    "inviter_email" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "code_hash" BYTEA,
    "shared_code_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "mail_asked_at" TIMESTAMPTZ(3),
    "language" TEXT,
    CONSTRAINT "event_invitations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "event_collaborations" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "event_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "invitation_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "event_collaborations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "identity_providers" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "name" TEXT NOT NULL,
    "team_id" UUID NOT NULL,
    "entity_id" TEXT NOT NULL,
    "single_sign_on_url" TEXT NOT NULL,
    "email_attribute" TEXT NOT NULL DEFAULT 'email',
    "first_name_attribute" TEXT NOT NULL DEFAULT 'firstName',
    "last_name_attribute" TEXT NOT NULL DEFAULT 'lastName',
    "is_response_signed" BOOLEAN NOT NULL DEFAULT true,
    "is_assertion_signed" BOOLEAN NOT NULL DEFAULT true,
    "is_assertion_encrypted" BOOLEAN NOT NULL DEFAULT false,
    "name_id_format" TEXT NOT NULL DEFAULT 'unspecified',
    "is_idp_initiated_allowed" BOOLEAN NOT NULL DEFAULT false,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "relink_until" TIMESTAMPTZ(3),
    "relink_from" TIMESTAMPTZ(3),
    "asks_for_second_factor" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "identity_providers_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "idp_certificates" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "identity_provider_id" UUID NOT NULL,
    "pem" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "idp_certificates_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "idp_domains" (
    "domain" TEXT NOT NULL,
    "identity_provider_id" UUID NOT NULL,
    CONSTRAINT "idp_domains_pkey" PRIMARY KEY ("domain","identity_provider_id")
);

CREATE TABLE "public_mail_domains" (
    "domain" TEXT NOT NULL,

    CONSTRAINT "public_mail_domains_pkey" PRIMARY KEY ("domain")
);

CREATE TABLE "sso_identities" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "identity_provider_id" UUID NOT NULL,
    "name_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "has_second_factor" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "sso_identities_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "pending_identities" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "identity_provider_id" UUID NOT NULL,
    "name_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "is_asked" BOOLEAN NOT NULL DEFAULT false,
    "told_at" TIMESTAMPTZ(3),
    CONSTRAINT "pending_identities_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ended_access" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "identity_provider" TEXT NOT NULL,
    "passkeys" TEXT[],
    "has_app" BOOLEAN NOT NULL,
    "recovery_codes" INTEGER NOT NULL,
    "connected_apps" TEXT[],
    CONSTRAINT "ended_access_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "former_identities" (
    "team_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    CONSTRAINT "former_identities_pkey" PRIMARY KEY ("team_id","user_id")
);

CREATE TABLE "answered_requests" (
    "identity_provider_id" UUID NOT NULL,
    "request_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "answered_requests_pkey" PRIMARY KEY ("identity_provider_id","request_id")
);

CREATE TABLE "used_assertions" (
    "identity_provider_id" UUID NOT NULL,
    "assertion_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "used_assertions_pkey" PRIMARY KEY ("identity_provider_id","assertion_id")
);

CREATE TABLE "sso_tests" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "identity_provider_id" UUID NOT NULL,
    "tested_by_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "report" JSONB NOT NULL,
    CONSTRAINT "sso_tests_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "seat_requests" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "team_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "needs_invitation" BOOLEAN NOT NULL DEFAULT false,
    "told_at" TIMESTAMPTZ(3),
    CONSTRAINT "seat_requests_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "member_changes" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "team_id" UUID NOT NULL,
    "what" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "told_at" TIMESTAMPTZ(3),
    CONSTRAINT "member_changes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "oauth_clients" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "client_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA,
    "old_secret_hash" BYTEA,
    "redirect_uris" TEXT[],
    "scopes" TEXT[],
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "consent_tickets" (
    "ticket_hash" BYTEA NOT NULL,
    "session_id" UUID NOT NULL,
    "client_id" UUID NOT NULL,
    "request" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "consent_tickets_pkey" PRIMARY KEY ("ticket_hash")
);

CREATE TABLE "oauth_grants" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "client_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "on_word_of" UUID,
    CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "oauth_codes" (
    "code_hash" BYTEA NOT NULL,
    "grant_id" UUID NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "reused_at" TIMESTAMPTZ(3),
    CONSTRAINT "oauth_codes_pkey" PRIMARY KEY ("code_hash")
);

CREATE TABLE "oauth_tokens" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "kind" "oauth_token_kind" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "grant_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "successor_id" UUID,
    CONSTRAINT "oauth_tokens_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "subscriptions" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "team_id" UUID NOT NULL,
    "stripe_customer_id" TEXT NOT NULL,
    "stripe_subscription_id" TEXT,
    "status" TEXT NOT NULL DEFAULT 'none',
    "current_period_end" TIMESTAMPTZ(3),
    "is_cancel_scheduled" BOOLEAN NOT NULL DEFAULT false,
    "ends_as" "subscription_end" NOT NULL DEFAULT 'ended',
    "past_due_since" TIMESTAMPTZ(3),
    "needs_confirmation" BOOLEAN NOT NULL DEFAULT false,
    "synced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "price_cents" INTEGER,
    "currency" TEXT,
    "paid_until" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "next_charge_kind" TEXT,
    "next_charge_at" TIMESTAMPTZ(3),
    "next_charge_cents" INTEGER,
    "card_brand" TEXT,
    "card_last4" TEXT,
    "card_exp_month" INTEGER,
    "card_exp_year" INTEGER,
    "card_told_for" TEXT,
    "grace_told_for" TIMESTAMPTZ(3),
    "sends_receipts" BOOLEAN NOT NULL DEFAULT true,
    "hand_over_id" UUID,
    "former_methods" TEXT[],
    "former_owner_id" UUID,
    "handed_over_at" TIMESTAMPTZ(3),
    "paying_until" TIMESTAMPTZ(3),
    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "renewal_receipts" (
    "invoice_id" TEXT NOT NULL,
    "team_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "renewal_receipts_pkey" PRIMARY KEY ("invoice_id")
);

CREATE TABLE "unpaid_invoices" (
    "invoice_id" TEXT NOT NULL,
    "team_id" UUID NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "ends_as" "subscription_end",
    "outcome" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "unpaid_invoices_pkey" PRIMARY KEY ("invoice_id")
);

CREATE TABLE "payment_attempts" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "team_id" UUID NOT NULL,
    "user_id" UUID,
    "status" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "ended_at" TIMESTAMPTZ(3),
    "round" INTEGER NOT NULL DEFAULT 0,
    "working_until" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "card_hash" TEXT,
    "charged_method_id" TEXT,
    "final_answers" INTEGER NOT NULL DEFAULT 0,
    "quoted_cents" INTEGER,
    "quoted_currency" TEXT,
    "outcome" TEXT,
    "invoice_cents" INTEGER,
    "invoice_currency" TEXT,
    "decline_message" TEXT,
    "decline_code" TEXT,
    CONSTRAINT "payment_attempts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "handled_at" TIMESTAMPTZ(3),
    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "audit_events" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "action" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "user_id" UUID,
    "email" TEXT NOT NULL DEFAULT '',
    "ip_address" TEXT NOT NULL DEFAULT '',
    "user_agent" TEXT NOT NULL DEFAULT '',
    "request_id" TEXT NOT NULL DEFAULT '',
    "details" JSONB NOT NULL DEFAULT '{}',
    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "teams_owner_id_id_key" ON "teams"("owner_id", "id");
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE INDEX "users_team_id_idx" ON "users"("team_id");
CREATE INDEX "users_leaving_at_idx" ON "users"("leaving_at");
CREATE UNIQUE INDEX "users_id_team_id_key" ON "users"("id", "team_id");
CREATE INDEX "owner_offers_owner_id_idx" ON "owner_offers"("owner_id");
CREATE INDEX "owner_offers_member_id_idx" ON "owner_offers"("member_id");
CREATE INDEX "registrations_team_invitation_id_idx" ON "registrations"("team_invitation_id");
CREATE INDEX "registrations_event_invitation_id_idx" ON "registrations"("event_invitation_id");
CREATE UNIQUE INDEX "registrations_address_browser_hash_key" ON "registrations"("address", "browser_hash");
CREATE INDEX "consents_user_id_idx" ON "consents"("user_id");
CREATE UNIQUE INDEX "one_time_links_token_hash_key" ON "one_time_links"("token_hash");
CREATE INDEX "one_time_links_email_purpose_idx" ON "one_time_links"("email", "purpose");
CREATE INDEX "one_time_links_user_id_idx" ON "one_time_links"("user_id");
CREATE INDEX "one_time_links_registration_id_idx" ON "one_time_links"("registration_id");
CREATE UNIQUE INDEX "address_changes_token_hash_key" ON "address_changes"("token_hash");
CREATE UNIQUE INDEX "address_changes_undo_hash_key" ON "address_changes"("undo_hash");
CREATE INDEX "address_changes_user_id_idx" ON "address_changes"("user_id");
CREATE INDEX "address_changes_old_email_idx" ON "address_changes"("old_email");
CREATE INDEX "address_changes_new_email_idx" ON "address_changes"("new_email");
CREATE INDEX "former_addresses_email_idx" ON "former_addresses"("email");
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "sessions_on_word_of_idx" ON "sessions"("on_word_of");
CREATE INDEX "sessions_step_up_on_word_of_idx" ON "sessions"("step_up_on_word_of");
CREATE INDEX "known_devices_user_id_idx" ON "known_devices"("user_id");
CREATE INDEX "known_devices_on_word_of_idx" ON "known_devices"("on_word_of");
CREATE UNIQUE INDEX "known_devices_token_hash_user_id_key" ON "known_devices"("token_hash", "user_id");
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");
CREATE INDEX "passkeys_on_word_of_idx" ON "passkeys"("on_word_of");
CREATE INDEX "used_challenges_expires_at_idx" ON "used_challenges"("expires_at");
CREATE INDEX "second_factors_on_word_of_idx" ON "second_factors"("on_word_of");
CREATE INDEX "recovery_codes_on_word_of_idx" ON "recovery_codes"("on_word_of");
CREATE UNIQUE INDEX "recovery_codes_user_id_selector_key" ON "recovery_codes"("user_id", "selector");
CREATE UNIQUE INDEX "pending_logins_token_hash_key" ON "pending_logins"("token_hash");
CREATE INDEX "pending_logins_user_id_idx" ON "pending_logins"("user_id");
CREATE UNIQUE INDEX "factor_recoveries_stop_hash_key" ON "factor_recoveries"("stop_hash");
CREATE UNIQUE INDEX "factor_recoveries_late_stop_hash_key" ON "factor_recoveries"("late_stop_hash");
CREATE INDEX "factor_recoveries_user_id_idx" ON "factor_recoveries"("user_id");
CREATE INDEX "factor_recoveries_on_word_of_idx" ON "factor_recoveries"("on_word_of");
CREATE UNIQUE INDEX "team_invitations_code_hash_key" ON "team_invitations"("code_hash");
CREATE UNIQUE INDEX "team_invitations_shared_code_hash_key" ON "team_invitations"("shared_code_hash");
CREATE INDEX "team_invitations_team_id_idx" ON "team_invitations"("team_id");
CREATE INDEX "team_invitations_email_idx" ON "team_invitations"("email");
CREATE UNIQUE INDEX "event_invitations_code_hash_key" ON "event_invitations"("code_hash");
CREATE UNIQUE INDEX "event_invitations_shared_code_hash_key" ON "event_invitations"("shared_code_hash");
CREATE INDEX "event_invitations_email_idx" ON "event_invitations"("email");
CREATE UNIQUE INDEX "event_collaborations_invitation_id_key" ON "event_collaborations"("invitation_id");
CREATE INDEX "event_collaborations_user_id_idx" ON "event_collaborations"("user_id");
CREATE UNIQUE INDEX "event_collaborations_event_id_user_id_key" ON "event_collaborations"("event_id", "user_id");
CREATE UNIQUE INDEX "identity_providers_name_key" ON "identity_providers"("name");
CREATE INDEX "identity_providers_team_id_idx" ON "identity_providers"("team_id");
CREATE INDEX "idp_certificates_identity_provider_id_idx" ON "idp_certificates"("identity_provider_id");
CREATE INDEX "idp_domains_identity_provider_id_idx" ON "idp_domains"("identity_provider_id");
CREATE INDEX "sso_identities_user_id_idx" ON "sso_identities"("user_id");
CREATE UNIQUE INDEX "sso_identities_identity_provider_id_name_id_key" ON "sso_identities"("identity_provider_id", "name_id");
CREATE INDEX "pending_identities_user_id_idx" ON "pending_identities"("user_id");
CREATE UNIQUE INDEX "pending_identities_identity_provider_id_name_id_user_id_key" ON "pending_identities"("identity_provider_id", "name_id", "user_id");
CREATE INDEX "ended_access_user_id_idx" ON "ended_access"("user_id");
CREATE INDEX "former_identities_user_id_idx" ON "former_identities"("user_id");
CREATE INDEX "answered_requests_expires_at_idx" ON "answered_requests"("expires_at");
CREATE INDEX "used_assertions_expires_at_idx" ON "used_assertions"("expires_at");
CREATE INDEX "sso_tests_identity_provider_id_idx" ON "sso_tests"("identity_provider_id");
CREATE INDEX "sso_tests_tested_by_id_idx" ON "sso_tests"("tested_by_id");
CREATE INDEX "sso_tests_at_idx" ON "sso_tests"("at");
CREATE UNIQUE INDEX "seat_requests_team_id_email_key" ON "seat_requests"("team_id", "email");
CREATE INDEX "member_changes_team_id_idx" ON "member_changes"("team_id");
CREATE UNIQUE INDEX "oauth_clients_client_id_key" ON "oauth_clients"("client_id");
CREATE INDEX "consent_tickets_session_id_idx" ON "consent_tickets"("session_id");
CREATE INDEX "consent_tickets_client_id_idx" ON "consent_tickets"("client_id");
CREATE INDEX "consent_tickets_expires_at_idx" ON "consent_tickets"("expires_at");
CREATE INDEX "oauth_grants_user_id_idx" ON "oauth_grants"("user_id");
CREATE INDEX "oauth_grants_client_id_idx" ON "oauth_grants"("client_id");
CREATE INDEX "oauth_grants_on_word_of_idx" ON "oauth_grants"("on_word_of");
CREATE INDEX "oauth_codes_grant_id_idx" ON "oauth_codes"("grant_id");
CREATE UNIQUE INDEX "oauth_tokens_token_hash_key" ON "oauth_tokens"("token_hash");
CREATE UNIQUE INDEX "oauth_tokens_successor_id_key" ON "oauth_tokens"("successor_id");
CREATE INDEX "oauth_tokens_grant_id_idx" ON "oauth_tokens"("grant_id");
CREATE INDEX "oauth_tokens_code_hash_idx" ON "oauth_tokens"("code_hash");
CREATE UNIQUE INDEX "subscriptions_team_id_key" ON "subscriptions"("team_id");
CREATE UNIQUE INDEX "subscriptions_stripe_customer_id_key" ON "subscriptions"("stripe_customer_id");
CREATE UNIQUE INDEX "subscriptions_stripe_subscription_id_key" ON "subscriptions"("stripe_subscription_id");
CREATE INDEX "subscriptions_former_owner_id_idx" ON "subscriptions"("former_owner_id");
CREATE INDEX "renewal_receipts_team_id_idx" ON "renewal_receipts"("team_id");
CREATE INDEX "unpaid_invoices_team_id_idx" ON "unpaid_invoices"("team_id");
CREATE INDEX "unpaid_invoices_subscription_id_idx" ON "unpaid_invoices"("subscription_id");
CREATE INDEX "payment_attempts_team_id_created_at_idx" ON "payment_attempts"("team_id", "created_at");
CREATE INDEX "payment_attempts_user_id_idx" ON "payment_attempts"("user_id");
CREATE INDEX "audit_events_at_idx" ON "audit_events"("at");
CREATE INDEX "audit_events_user_id_at_idx" ON "audit_events"("user_id", "at");
ALTER TABLE "teams" ADD CONSTRAINT "the owner of a team must be one of its members" FOREIGN KEY ("owner_id", "id") REFERENCES "users"("id", "team_id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "users" ADD CONSTRAINT "users_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "owner_offers" ADD CONSTRAINT "owner_offers_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "owner_offers" ADD CONSTRAINT "owner_offers_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "owner_offers" ADD CONSTRAINT "owner_offers_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_team_invitation_id_fkey" FOREIGN KEY ("team_invitation_id") REFERENCES "team_invitations"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_event_invitation_id_fkey" FOREIGN KEY ("event_invitation_id") REFERENCES "event_invitations"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_registration_id_fkey" FOREIGN KEY ("registration_id") REFERENCES "registrations"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_on_word_of_fkey" FOREIGN KEY ("on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_step_up_on_word_of_fkey" FOREIGN KEY ("step_up_on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_on_word_of_fkey" FOREIGN KEY ("on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_on_word_of_fkey" FOREIGN KEY ("on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_on_word_of_fkey" FOREIGN KEY ("on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "second_factors"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_on_word_of_fkey" FOREIGN KEY ("on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pending_logins" ADD CONSTRAINT "pending_logins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "second_factors"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "factor_recoveries" ADD CONSTRAINT "factor_recoveries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "factor_recoveries" ADD CONSTRAINT "factor_recoveries_on_word_of_fkey" FOREIGN KEY ("on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "second_factor_lockouts" ADD CONSTRAINT "second_factor_lockouts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "second_factors"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "event_collaborations" ADD CONSTRAINT "event_collaborations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "event_collaborations" ADD CONSTRAINT "event_collaborations_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "event_invitations"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "identity_providers" ADD CONSTRAINT "identity_providers_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "idp_certificates" ADD CONSTRAINT "idp_certificates_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "idp_domains" ADD CONSTRAINT "idp_domains_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sso_identities" ADD CONSTRAINT "sso_identities_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sso_identities" ADD CONSTRAINT "sso_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pending_identities" ADD CONSTRAINT "pending_identities_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pending_identities" ADD CONSTRAINT "pending_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ended_access" ADD CONSTRAINT "ended_access_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "former_identities" ADD CONSTRAINT "former_identities_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "former_identities" ADD CONSTRAINT "former_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "answered_requests" ADD CONSTRAINT "answered_requests_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "used_assertions" ADD CONSTRAINT "used_assertions_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sso_tests" ADD CONSTRAINT "sso_tests_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sso_tests" ADD CONSTRAINT "sso_tests_tested_by_id_fkey" FOREIGN KEY ("tested_by_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "seat_requests" ADD CONSTRAINT "seat_requests_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "member_changes" ADD CONSTRAINT "member_changes_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "consent_tickets" ADD CONSTRAINT "consent_tickets_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "consent_tickets" ADD CONSTRAINT "consent_tickets_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_on_word_of_fkey" FOREIGN KEY ("on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "oauth_tokens" ADD CONSTRAINT "oauth_tokens_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "oauth_tokens" ADD CONSTRAINT "oauth_tokens_successor_id_fkey" FOREIGN KEY ("successor_id") REFERENCES "oauth_tokens"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_former_owner_id_fkey" FOREIGN KEY ("former_owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "renewal_receipts" ADD CONSTRAINT "renewal_receipts_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "unpaid_invoices" ADD CONSTRAINT "unpaid_invoices_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- ==== 3. By hand: checks and partial indexes ====

-- Secrets are stored as SHA-256 and in no other form.
ALTER TABLE address_changes
  ADD CONSTRAINT token_is_hashed CHECK (octet_length(token_hash) = 32),
  ADD CONSTRAINT undo_is_hashed CHECK (octet_length(undo_hash) = 32);
ALTER TABLE consent_tickets ADD CONSTRAINT ticket_is_hashed CHECK (octet_length(ticket_hash) = 32);
ALTER TABLE erasures ADD CONSTRAINT id_is_hashed CHECK (octet_length(id_hash) = 32);
ALTER TABLE event_invitations
  ADD CONSTRAINT code_is_hashed CHECK (octet_length(code_hash) = 32),
  ADD CONSTRAINT shared_code_is_hashed CHECK (octet_length(shared_code_hash) = 32);
ALTER TABLE factor_recoveries
  ADD CONSTRAINT stop_is_hashed CHECK (octet_length(stop_hash) = 32),
  ADD CONSTRAINT late_stop_is_hashed CHECK (octet_length(late_stop_hash) = 32);
ALTER TABLE known_devices ADD CONSTRAINT token_is_hashed CHECK (octet_length(token_hash) = 32);
ALTER TABLE oauth_clients
  ADD CONSTRAINT secret_is_hashed CHECK (
    secret_hash IS NULL OR octet_length(secret_hash) = 32
    OR refused('Leave secret_hash empty. An app that keeps a secret is registered with: npm run operate -- oauth:register.')
  ),
  ADD CONSTRAINT old_secret_is_hashed CHECK (
    old_secret_hash IS NULL OR octet_length(old_secret_hash) = 32
    OR refused('Leave old_secret_hash empty. A secret is exchanged with: npm run operate -- oauth:edit.')
  );
ALTER TABLE oauth_codes ADD CONSTRAINT code_is_hashed CHECK (octet_length(code_hash) = 32);
ALTER TABLE oauth_tokens ADD CONSTRAINT token_is_hashed CHECK (octet_length(token_hash) = 32);
ALTER TABLE one_time_links ADD CONSTRAINT token_is_hashed CHECK (octet_length(token_hash) = 32);
ALTER TABLE pending_logins ADD CONSTRAINT token_is_hashed CHECK (octet_length(token_hash) = 32);
ALTER TABLE registrations ADD CONSTRAINT browser_is_hashed CHECK (octet_length(browser_hash) = 32);
ALTER TABLE sessions ADD CONSTRAINT token_is_hashed CHECK (octet_length(token_hash) = 32);
ALTER TABLE team_invitations
  ADD CONSTRAINT code_is_hashed CHECK (octet_length(code_hash) = 32),
  ADD CONSTRAINT shared_code_is_hashed CHECK (octet_length(shared_code_hash) = 32);
ALTER TABLE used_challenges ADD CONSTRAINT challenge_is_hashed CHECK (octet_length(challenge_hash) = 32);
-- A password is stored as an argon2id hash or not at all.
ALTER TABLE users ADD CONSTRAINT password_is_hashed CHECK (
  password_hash IS NULL OR password_hash LIKE '$argon2id$%'
  OR refused('Leave password_hash empty: the person chooses a password with "Forgot password?" on the login page.')
);

-- One address, one user, whatever the letter case: addresses are stored trimmed and lower-cased.
ALTER TABLE event_invitations ADD CONSTRAINT email_is_normalized
  CHECK (email COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN email) > 1);
ALTER TABLE pending_identities ADD CONSTRAINT email_is_normalized
  CHECK (email COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN email) > 1);
ALTER TABLE registrations ADD CONSTRAINT address_is_normalized
  CHECK (address COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN address) > 1);
ALTER TABLE seat_requests ADD CONSTRAINT email_is_normalized
  CHECK (email COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN email) > 1);
ALTER TABLE team_invitations ADD CONSTRAINT email_is_normalized
  CHECK (email COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN email) > 1);
ALTER TABLE users ADD CONSTRAINT email_is_normalized CHECK (
  (email COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN email) > 1)
  OR refused('An address is written in small letters and without spaces, as in olive@acme.com: ' || email || ' is not.')
);

-- identity
-- A link that creates a password has no user yet; one that resets a password has.
ALTER TABLE one_time_links ADD CONSTRAINT purpose_fits_user
  CHECK ((purpose = 'reset_password') = (user_id IS NOT NULL));
ALTER TABLE one_time_links ADD CONSTRAINT registration_fits_purpose
  CHECK (registration_id IS NULL OR purpose = 'create_password');
ALTER TABLE sessions
  ADD CONSTRAINT known_beginning CHECK (began_by IN ('password', 'passkey', 'company', 'link')),
  ADD CONSTRAINT word_is_of_a_step_up CHECK (step_up_on_word_of IS NULL OR step_up_at IS NOT NULL);
ALTER TABLE lockouts ADD CONSTRAINT failed_count_is_not_negative CHECK (failed_count >= 0);
ALTER TABLE second_factor_lockouts ADD CONSTRAINT kind_is_known CHECK (kind IN ('app', 'recovery-code'));
ALTER TABLE passkeys
  ADD CONSTRAINT credential_id_is_base64url CHECK (credential_id ~ '^[A-Za-z0-9_-]+$' AND length(credential_id) <= 1364),
  ADD CONSTRAINT counter_is_counted CHECK (counter BETWEEN 0 AND 4294967295),
  ADD CONSTRAINT name_is_given CHECK (btrim(name) <> '' AND length(name) <= 60);
ALTER TABLE factor_recoveries
  ADD CONSTRAINT begun_by_somebody CHECK (began_by IN ('person', 'owner')),
  ADD CONSTRAINT over_with_an_outcome CHECK ((outcome IS NULL) = (over_at IS NULL) AND outcome IN ('stopped', 'done', 'replaced'));
-- A person has one recovery that waits.
CREATE UNIQUE INDEX factor_recoveries_one_waits ON factor_recoveries (user_id) WHERE over_at IS NULL;
ALTER TABLE address_changes ADD CONSTRAINT applied_can_be_undone
  CHECK ((applied_at IS NULL) = (undo_until IS NULL) AND (undone_at IS NULL OR applied_at IS NOT NULL));
-- A person has one change of address that waits for its link.
CREATE UNIQUE INDEX address_changes_one_waits ON address_changes (user_id)
  WHERE applied_at IS NULL AND replaced_at IS NULL;

-- connected apps
ALTER TABLE oauth_clients
  ADD CONSTRAINT name_is_given CHECK (btrim(name) <> '' OR refused('An app needs a name: people read it when they are asked.')),
  ADD CONSTRAINT client_id_is_plain CHECK (
    client_id ~ '^[A-Za-z0-9._~-]{1,200}$'
    OR refused('The client id has letters, digits, hyphens, dots, _ and ~ only: "' || client_id || '" does not.')
  ),
  ADD CONSTRAINT redirect_uris_are_safe CHECK (are_redirect_uris(redirect_uris)),
  ADD CONSTRAINT scopes_are_known CHECK (scopes <@ ARRAY['profile', 'diagrams.read', 'diagrams.write', 'events.invite']);
ALTER TABLE oauth_grants ADD CONSTRAINT scopes_are_known
  CHECK (scopes <@ ARRAY['profile', 'diagrams.read', 'diagrams.write', 'events.invite']);
ALTER TABLE oauth_codes
  ADD CONSTRAINT scopes_are_known CHECK (scopes <@ ARRAY['profile', 'diagrams.read', 'diagrams.write', 'events.invite']),
  -- A code without its S256 challenge can be redeemed by anyone who holds it (RFC 7636 4.2).
  ADD CONSTRAINT code_challenge_is_s256 CHECK (code_challenge ~ '^[A-Za-z0-9_-]{43}$');
ALTER TABLE oauth_tokens ADD CONSTRAINT scopes_are_known
  CHECK (scopes <@ ARRAY['profile', 'diagrams.read', 'diagrams.write', 'events.invite']);

-- invitations
ALTER TABLE team_invitations ADD CONSTRAINT accepted_or_revoked CHECK (accepted_at IS NULL OR revoked_at IS NULL);
ALTER TABLE event_invitations ADD CONSTRAINT accepted_or_revoked CHECK (accepted_at IS NULL OR revoked_at IS NULL);
-- One open invitation of a person to a team; inviting again renews it.
CREATE UNIQUE INDEX one_open_invitation ON team_invitations (team_id, email)
  WHERE accepted_at IS NULL AND revoked_at IS NULL;

-- teams
ALTER TABLE teams
  ADD CONSTRAINT name_is_given CHECK (btrim(name) <> '' OR refused('A team needs a name.')),
  ADD CONSTRAINT seat_limit_is_not_negative CHECK (
    seat_limit >= 0 OR refused('The seat limit is 0 or more: ' || seat_limit || ' is not.')
  );
ALTER TABLE owner_offers ADD CONSTRAINT offered_to_another CHECK (owner_id <> member_id);
-- At commit, because a team and its first user need each other.
ALTER TABLE teams ALTER CONSTRAINT "the owner of a team must be one of its members" DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE member_changes ADD CONSTRAINT known_change CHECK (what IN ('joined', 'left', 'declined'));

-- registration
ALTER TABLE registrations ADD CONSTRAINT one_invitation_at_most
  CHECK (team_invitation_id IS NULL OR event_invitation_id IS NULL);

-- company
ALTER TABLE identity_providers
  ADD CONSTRAINT name_fits_an_address CHECK (
    name ~ '^[a-z0-9][a-z0-9-]{0,62}$'
    OR refused('The name is a part of the address /saml/name: small letters, digits and hyphens, at most 63.')
  ),
  ADD CONSTRAINT entity_id_is_given CHECK (
    entity_id <> '' OR refused('The entity id is what the identity provider calls itself: it is "entityID" in its metadata.')
  ),
  -- A host, a port that exists, no user, no space.
  ADD CONSTRAINT sign_on_url_is_http CHECK (
    single_sign_on_url
      ~ '^https?://([A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:]+\])(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5]?[0-9]{1,4}))?([/?#][^[:space:]]*)?$'
    OR refused('The single sign-on URL is a whole address, as in https://login.acme.com/saml: '
      || single_sign_on_url || ' is not.')
  ),
  ADD CONSTRAINT attributes_are_named CHECK (
    (email_attribute <> '' AND first_name_attribute <> '' AND last_name_attribute <> '')
    OR refused('Name all three attributes as the identity provider sends them, as in email, firstName and lastName.')
  ),
  ADD CONSTRAINT something_is_signed CHECK (
    is_response_signed OR is_assertion_signed
    OR refused('The response or the assertion must be signed: set is_response_signed, is_assertion_signed or both.')
  ),
  ADD CONSTRAINT name_id_format_is_known CHECK (
    name_id_format IN ('unspecified', 'persistent', 'emailAddress')
    OR refused('The Name ID format is unspecified, persistent or emailAddress.')
  ),
  ADD CONSTRAINT window_has_both_ends CHECK ((relink_from IS NULL) = (relink_until IS NULL));
ALTER TABLE idp_domains ADD CONSTRAINT domain_is_normalized CHECK (domain COLLATE "C" !~ '[A-Z@[:space:]]');
ALTER TABLE idp_certificates ADD CONSTRAINT pem_is_a_certificate CHECK (pem LIKE '%BEGIN CERTIFICATE%');

-- billing
ALTER TABLE subscriptions ADD CONSTRAINT status_is_known CHECK (status IN
  ('none', 'active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused'));
ALTER TABLE payment_attempts ADD CONSTRAINT status_is_known CHECK (status IN ('open', 'succeeded', 'declined', 'abandoned'));
-- One attempt to pay at a time.
CREATE UNIQUE INDEX one_open_payment_attempt ON payment_attempts (team_id) WHERE status = 'open';

-- account
-- A copy has its end from the moment it is there.
ALTER TABLE data_exports ADD CONSTRAINT made_is_whole
  CHECK ((content IS NULL) = (made_at IS NULL) AND (content IS NULL) = (expires_at IS NULL));
ALTER TABLE consents
  ADD CONSTRAINT consents_what_check CHECK (what IN ('marketing', 'terms', 'billing')),
  ADD CONSTRAINT consents_how_check CHECK (how IN ('ticked', 'implied', 'contract'));
-- A card tried again, or a form sent twice, is the same consent.
CREATE UNIQUE INDEX one_live_consent ON consents (user_id, what, about, text_version, language) WHERE withdrawn_at IS NULL;

-- ==== 4. Drawn from prisma/sql: functions and triggers ====

CREATE OR REPLACE FUNCTION delete_old_events(keep_days integer, most integer) RETURNS bigint
  LANGUAGE plpgsql STRICT SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    deleted bigint;
  BEGIN
    -- AUDIT_RETENTION_DAYS is never less.
    IF keep_days < 30 THEN
      RAISE insufficient_privilege USING MESSAGE = 'events are kept for 30 days at least';
    END IF;
    DELETE FROM audit_events WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM audit_events WHERE at < now() - make_interval(days => keep_days) LIMIT most FOR UPDATE SKIP LOCKED
    ));
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN deleted;
  END;
$$;

CREATE OR REPLACE FUNCTION forget_person(address text, account uuid, held_from timestamptz, held_until timestamptz) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    jobs bigint;
    events bigint;
  BEGIN
    IF EXISTS (SELECT FROM users WHERE email = address OR id = account) THEN
      RAISE insufficient_privilege USING MESSAGE = 'who has an account is not forgotten';
    END IF;
    DELETE FROM pgboss.job
     WHERE data->>'userId' = account::text
        OR (data->>'to' = address OR data->>'email' = address)
           AND (held_from IS NULL OR created_on > held_from)
           AND (held_until IS NULL OR date_trunc('milliseconds', created_on) <= held_until);
    GET DIAGNOSTICS jobs = ROW_COUNT;
    UPDATE audit_events SET email = '', ip_address = '', user_agent = ''
     WHERE user_id = account
        OR email = address AND (held_from IS NULL OR at > held_from) AND (held_until IS NULL OR at <= held_until);
    GET DIAGNOSTICS events = ROW_COUNT;
    UPDATE audit_events SET details = details - 'address' - 'nameId'
     WHERE details->>'address' = address AND (held_from IS NULL OR at > held_from) AND (held_until IS NULL OR at <= held_until);
    RETURN jobs + events;
  END;
$$;

CREATE OR REPLACE FUNCTION queued_for(address text) RETURNS TABLE (kind text, state text, created_at timestamptz)
  LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  BEGIN
    RETURN QUERY
      SELECT coalesce(j.data->>'kind', j.source_name, j.name), j.state::text, j.created_on
        FROM pgboss.job j
       WHERE j.data->>'to' = address OR j.data->>'email' = address
       ORDER BY j.created_on, j.id;
  END;
$$;

CREATE OR REPLACE FUNCTION due_jobs() RETURNS TABLE (queue text, jobs integer, age double precision)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  BEGIN
    RETURN QUERY
      SELECT q.name, coalesce(w.jobs, 0)::integer, coalesce(w.age, 0)::double precision
        FROM pgboss.queue q
        LEFT JOIN (
          SELECT j.name, count(*) AS jobs, extract(epoch FROM now() - min(
                   CASE WHEN j.retry_count > 0 THEN j.created_on ELSE j.start_after END)) AS age
            FROM pgboss.job j
           WHERE j.state < 'completed' AND (j.start_after <= now() OR j.retry_count > 0)
           GROUP BY j.name
        ) w ON w.name = q.name
       WHERE q.name NOT LIKE '\_\_pgboss%';
  END;
$$;

CREATE OR REPLACE FUNCTION tidy_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.email := trimmed(NEW.email);
    IF NEW.email COLLATE "C" ~ '^[!-~]+$' THEN
      NEW.email := lower(NEW.email COLLATE "C");
    ELSIF NEW.email ~ '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]' THEN
      PERFORM refused('The address has invisible characters: type it, and do not paste it.');
    ELSIF NEW.email <> lower(normalize(NEW.email) COLLATE "und-x-icu") THEN
      PERFORM refused('An address is written in small letters, an accent in one character with its letter: '
        || lower(normalize(NEW.email) COLLATE "und-x-icu"));
    END IF;
    IF NEW.email COLLATE "C" !~ '^[^@]+@(([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)|\[[0-9.]+\])$' THEN
      PERFORM refused('That is no address: ' || NEW.email
        || '. It is written as in olive@acme.com, its domain in plain letters (xn--… for others).');
    END IF;
    -- Waits for somebody who is just giving the address up.
    PERFORM FROM users WHERE email = NEW.email AND id <> NEW.id FOR KEY SHARE;
    IF FOUND THEN
      PERFORM refuse_double('Somebody has an account with the address ' || NEW.email || ' already.',
        'users', 'users_email_key');
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.team_id <> NEW.team_id THEN
      NEW.team_since := now();
    END IF;
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE FUNCTION note_erasure() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    team record;
  BEGIN
    -- Who joins the team waits for this lock.
    SELECT id, name INTO team FROM teams WHERE owner_id = OLD.id FOR NO KEY UPDATE;
    IF FOUND AND EXISTS (SELECT FROM users WHERE team_id = team.id AND id <> OLD.id) THEN
      PERFORM refused(OLD.email || ' owns the team "' || team.name || '", which has other members. Hand it over first: '
        || 'put the id of one of them into the owner_id of the team.');
    END IF;
    INSERT INTO erasures (id_hash) VALUES (sha256(convert_to('erased ' || OLD.id, 'UTF8'))) ON CONFLICT DO NOTHING;
    RETURN OLD;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON users
  FOR EACH ROW EXECUTE FUNCTION tidy_user();

CREATE OR REPLACE TRIGGER erased BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION note_erasure();

CREATE OR REPLACE FUNCTION is_address_reserved(address text, for_user uuid) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
    SELECT EXISTS (
      SELECT FROM address_changes
       WHERE old_email = address AND user_id IS DISTINCT FROM for_user
         AND applied_at IS NOT NULL AND undone_at IS NULL AND (undo_until > now() OR held_at IS NOT NULL)
    )
  $$;

CREATE OR REPLACE FUNCTION refuse_reserved_address() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF is_address_reserved(NEW.email, NEW.id) THEN
      RAISE unique_violation USING
        MESSAGE = 'duplicate key value violates unique constraint "users_email_key"',
        DETAIL = format('Key (email)=(%s) already exists.', NEW.email),
        SCHEMA = 'public', TABLE = 'users', CONSTRAINT = 'users_email_key';
    END IF;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER reserved_address_is_taken AFTER INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION refuse_reserved_address();

CREATE OR REPLACE FUNCTION proof_changed() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    is_moved boolean := NEW.email <> OLD.email;
    has_other_password boolean := NEW.password_hash IS DISTINCT FROM OLD.password_hash;
    is_shut_out boolean := NEW.deactivated_at IS NOT NULL AND OLD.deactivated_at IS NULL;
  BEGIN
    -- A browser is known to a person at an address.
    IF is_moved OR is_shut_out THEN
      DELETE FROM known_devices WHERE user_id = NEW.id;
    END IF;
    IF is_moved OR has_other_password OR is_shut_out THEN
      DELETE FROM pending_logins WHERE user_id = NEW.id;
      UPDATE factor_recoveries SET outcome = 'replaced', over_at = now() WHERE user_id = NEW.id AND over_at IS NULL;
      UPDATE one_time_links SET replaced_at = now()
       WHERE user_id = NEW.id AND used_at IS NULL AND replaced_at IS NULL AND expires_at > now();
    END IF;
    IF is_shut_out THEN
      DELETE FROM sessions WHERE user_id = NEW.id;
      UPDATE oauth_grants SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
      -- Offers of a team do not come back with a person who is activated again.
      DELETE FROM owner_offers WHERE owner_id = NEW.id OR member_id = NEW.id;
    END IF;
    -- The lock is of somebody who knew the former password. The count since the last right code stays.
    IF has_other_password THEN
      UPDATE second_factor_lockouts SET locked_until = NULL, failed_count = 0
       WHERE user_id = NEW.id AND (locked_until IS NOT NULL OR failed_count > 0);
    END IF;
    -- What is known by the former address is found again.
    IF is_moved THEN
      DELETE FROM former_addresses WHERE user_id = NEW.id AND email = NEW.email;
      INSERT INTO former_addresses (user_id, email) VALUES (NEW.id, OLD.email)
        ON CONFLICT (user_id, email) DO UPDATE SET given_up_at = EXCLUDED.given_up_at;
    END IF;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER users_proof_changed AFTER UPDATE OF email, password_hash, deactivated_at ON users
  FOR EACH ROW EXECUTE FUNCTION proof_changed();

CREATE OR REPLACE FUNCTION second_factor_removed() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE users SET second_factor_at = NULL WHERE id = OLD.user_id;
    UPDATE known_devices SET second_factor_until = NULL WHERE user_id = OLD.user_id AND second_factor_until IS NOT NULL;
    UPDATE factor_recoveries SET outcome = 'replaced', over_at = now() WHERE user_id = OLD.user_id AND over_at IS NULL;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER second_factor_removed AFTER DELETE ON second_factors
  FOR EACH ROW WHEN (OLD.confirmed_at IS NOT NULL) EXECUTE FUNCTION second_factor_removed();

CREATE OR REPLACE FUNCTION tidy_oauth_client() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    wrong text;
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.name := trimmed(NEW.name);
    NEW.client_id := trimmed(NEW.client_id);
    IF EXISTS (SELECT FROM oauth_clients WHERE client_id = NEW.client_id AND id <> NEW.id) THEN
      PERFORM refuse_double('Another app has the client id ' || NEW.client_id || ' already.',
        'oauth_clients', 'oauth_clients_client_id_key');
    END IF;
    SELECT array_agg(trimmed(uri) ORDER BY place) INTO NEW.redirect_uris
      FROM unnest(NEW.redirect_uris) WITH ORDINALITY AS typed (uri, place);
    SELECT array_agg(trimmed(scope) ORDER BY place) INTO NEW.scopes
      FROM unnest(NEW.scopes) WITH ORDINALITY AS typed (scope, place);
    IF length(NEW.name) > 60 OR NEW.name ~ '[[:cntrl:]\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]' THEN
      PERFORM refused('The name of an app has at most 60 characters, none of them invisible.');
    ELSIF NEW.redirect_uris IS NULL THEN
      PERFORM refused('Type one or more redirect_uris with brackets and quotes, as in ["https://app.example.com/callback"].');
    ELSIF NEW.scopes IS NULL THEN
      PERFORM refused('Type one or more scopes with brackets and quotes, as in ["profile", "diagrams.read"].');
    END IF;
    SELECT uri INTO wrong FROM unnest(NEW.redirect_uris) AS uri
     WHERE NOT are_redirect_uris(ARRAY[uri]) OR uri ~ ':(6553[6-9]|655[4-9].|65[6-9]..|6[6-9]...|[7-9]....)(/|$)' LIMIT 1;
    IF FOUND THEN
      PERFORM refused('An app is answered at https://… without user, query or #, on its own machine at http://localhost, '
        || 'http://127.0.0.1 or http://[::1], or at a scheme with a dot, as in com.example.app:/callback; hosts in small '
        || 'letters. This is none: "' || coalesce(wrong, '') || '".');
    END IF;
    SELECT scope INTO wrong FROM unnest(NEW.scopes) AS scope
     WHERE scope IS NULL OR scope NOT IN ('profile', 'diagrams.read', 'diagrams.write', 'events.invite') LIMIT 1;
    IF FOUND THEN
      PERFORM refused('There is no scope "' || coalesce(wrong, '')
        || '". There are profile, diagrams.read, diagrams.write and events.invite.');
    END IF;
    IF TG_OP = 'UPDATE' AND NOT OLD.scopes <@ NEW.scopes THEN
      UPDATE oauth_grants
         SET scopes = ARRAY(SELECT scope FROM unnest(scopes) AS scope WHERE scope = ANY (NEW.scopes)),
             revoked_at = CASE WHEN NOT scopes && NEW.scopes THEN now() END
       WHERE client_id = OLD.id AND revoked_at IS NULL AND NOT scopes <@ NEW.scopes;
    END IF;
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON oauth_clients
  FOR EACH ROW EXECUTE FUNCTION tidy_oauth_client();

CREATE OR REPLACE FUNCTION tidy_team() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.name := trimmed(NEW.name);
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON teams
  FOR EACH ROW EXECUTE FUNCTION tidy_team();

CREATE OR REPLACE FUNCTION require_free_seat(of_team uuid, taker uuid, is_invited boolean) RETURNS void
  LANGUAGE plpgsql
  AS $$
  DECLARE
    seats integer;
    used integer;
    owner uuid;
  BEGIN
    -- Those who take a seat wait for each other. Not FOR UPDATE: each has locked the row's key by its foreign key, and two
    -- would wait for each other.
    SELECT seat_limit, owner_id INTO seats, owner FROM teams WHERE id = of_team FOR NO KEY UPDATE;
    IF owner IS DISTINCT FROM taker AND EXISTS (SELECT FROM users WHERE id = owner AND leaving_at IS NOT NULL) THEN
      RAISE EXCEPTION 'no_free_seat' USING ERRCODE = 'SEAT0',
        HINT = 'The owner of the team has asked for the deletion of their account: nobody joins it meanwhile.';
    END IF;
    SELECT count(*) INTO used FROM users WHERE team_id = of_team AND deactivated_at IS NULL;
    IF NOT is_invited THEN
      used := used + (
        SELECT count(*) FROM team_invitations
         WHERE team_id = of_team AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now());
    END IF;
    IF used > seats THEN
      RAISE EXCEPTION 'no_free_seat' USING ERRCODE = 'SEAT0',
        HINT = 'The team has ' || seats || ' seats, and members and live invitations hold them all: raise its seat_limit first.';
    END IF;
  END
  $$;

CREATE OR REPLACE FUNCTION seat_member() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF NEW.deactivated_at IS NOT NULL
       OR TG_OP = 'UPDATE' AND OLD.team_id = NEW.team_id AND OLD.deactivated_at IS NULL THEN
      RETURN NULL;
    END IF;
    -- The seat of an invitation is for the person whom this transaction accepts it for, whatever a clock says.
    PERFORM require_free_seat(NEW.team_id, NEW.id, EXISTS (
      SELECT FROM team_invitations
       WHERE team_id = NEW.team_id AND email = NEW.email AND accepted_at IS NOT NULL
         AND xmin = pg_current_xact_id()::xid));
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER users_seat AFTER INSERT OR UPDATE OF team_id, deactivated_at ON users
  FOR EACH ROW EXECUTE FUNCTION seat_member();

CREATE OR REPLACE FUNCTION seat_invitation() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    -- A live one keeps its seat when its end is moved: its week begins when its mail is written, also in a team whose limit was
    -- lowered. One that is about to end asks again, because others may count it as ended.
    IF NEW.accepted_at IS NOT NULL OR NEW.revoked_at IS NOT NULL OR NEW.expires_at <= now()
       OR TG_OP = 'UPDATE' AND OLD.team_id = NEW.team_id AND OLD.accepted_at IS NULL AND OLD.revoked_at IS NULL
          AND OLD.expires_at > now() + interval '1 minute' THEN
      RETURN NULL;
    END IF;
    PERFORM require_free_seat(NEW.team_id, NULL, false);
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER team_invitations_seat
  AFTER INSERT OR UPDATE OF team_id, expires_at, accepted_at, revoked_at ON team_invitations
  FOR EACH ROW EXECUTE FUNCTION seat_invitation();

CREATE OR REPLACE FUNCTION tidy_identity_provider() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.name := lower(trimmed(NEW.name) COLLATE "C");
    NEW.entity_id := trimmed(NEW.entity_id);
    NEW.single_sign_on_url := trimmed(NEW.single_sign_on_url);
    NEW.email_attribute := trimmed(NEW.email_attribute);
    NEW.first_name_attribute := trimmed(NEW.first_name_attribute);
    NEW.last_name_attribute := trimmed(NEW.last_name_attribute);
    NEW.name_id_format := trimmed(NEW.name_id_format);
    IF NEW.single_sign_on_url ~ '^http://' AND NEW.single_sign_on_url !~ '^http://(localhost|127\.0\.0\.1|\[::1\])[:/]' THEN
      PERFORM refused('The single sign-on URL begins with https://, because people send what signs them in from there: '
        || NEW.single_sign_on_url || ' does not.');
    END IF;
    IF EXISTS (SELECT FROM identity_providers WHERE name = NEW.name AND id <> NEW.id) THEN
      PERFORM refuse_double('Another identity provider has the name ' || NEW.name || ' already.',
        'identity_providers', 'identity_providers_name_key');
    END IF;
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON identity_providers
  FOR EACH ROW EXECUTE FUNCTION tidy_identity_provider();

CREATE OR REPLACE FUNCTION to_certificate_pem(given text) RETURNS text
  LANGUAGE plpgsql
  AS $$
  DECLARE
    begins CONSTANT text := '-----BEGIN (?:X509 )?CERTIFICATE-----';
    body text := given;
    der bytea;
    head integer;
    size integer;
  BEGIN
    IF given ~ 'PRIVATE KEY' THEN
      PERFORM refused('This is a private key. Nobody but its owner may have it: ask for the certificate, and have the key exchanged.');
    ELSIF given ~ (begins || '.*' || begins) THEN
      PERFORM refused('These are several certificates. Give each a row of its own: the one that signs is enough.');
    ELSIF given ~ begins THEN
      body := substring(given FROM begins || '(.*)-----END');
    END IF;
    body := rtrim(regexp_replace(body, '\\[rn]|[\s\u00a0\u200b\u2060\ufeff]', '', 'g'), '=');
    IF body IS NULL OR body !~ '^[A-Za-z0-9+/]+$' OR length(body) % 4 = 1 THEN
      PERFORM refused('This is no certificate. Paste it whole, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.');
    END IF;
    der := decode(rpad(body, (length(body) + 3) / 4 * 4, '='), 'base64');
    -- How long it says it is: a length of one byte, or of so many bytes (X.690, 8.1.3).
    IF octet_length(der) >= 16 AND get_byte(der, 0) = 48 THEN
      IF get_byte(der, 1) < 128 THEN
        head := 2;
        size := head + get_byte(der, 1);
      ELSIF get_byte(der, 1) = 129 THEN
        head := 3;
        size := head + get_byte(der, 2);
      ELSIF get_byte(der, 1) = 130 THEN
        head := 4;
        size := head + 256 * get_byte(der, 2) + get_byte(der, 3);
      END IF;
    END IF;
    IF size > octet_length(der) THEN
      PERFORM refused('The certificate is not whole: ' || octet_length(der) || ' of ' || size || ' bytes are there.');
    END IF;
    -- A sequence, with a sequence in it that begins with the version [0], or in version 1 with the serial number.
    IF size IS DISTINCT FROM octet_length(der) OR get_byte(der, head) <> 48
       OR encode(substring(der FROM head + 2 FOR 6), 'hex') !~ '^(?:[0-7].|81..|82....)(?:a0|02(?!0100))' THEN
      PERFORM refused('This is no certificate. Paste it whole, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.');
    END IF;
    RETURN E'-----BEGIN CERTIFICATE-----\n'
      || regexp_replace(replace(encode(der, 'base64'), E'\n', ''), '(.{1,64})', E'\\1\n', 'g')
      || E'-----END CERTIFICATE-----\n';
  END
  $$;

CREATE OR REPLACE FUNCTION tidy_certificate() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.pem := to_certificate_pem(NEW.pem);
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON idp_certificates
  FOR EACH ROW EXECUTE FUNCTION tidy_certificate();

CREATE OR REPLACE FUNCTION require_one_issuer(of_domain text, provider uuid, issuer text) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    -- Two that claim a domain at once wait for each other here; the later one sees the row of the earlier one.
    PERFORM pg_advisory_xact_lock(hashtextextended('idp_domain ' || of_domain, 0));
    IF EXISTS (
      SELECT FROM idp_domains d JOIN identity_providers i ON i.id = d.identity_provider_id
       WHERE d.domain = of_domain AND i.id <> provider AND i.entity_id <> issuer
    ) THEN
      RAISE EXCEPTION 'domain_of_another_issuer' USING ERRCODE = 'IDPD0',
        HINT = 'The domain ' || of_domain || ' belongs to an identity provider with another entity id already.';
    END IF;
  END
  $$;

CREATE OR REPLACE FUNCTION tidy_domain() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    issuer text;
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.domain := lower(ltrim(trimmed(NEW.domain), '@') COLLATE "C");
    IF NEW.domain COLLATE "C" !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)$' THEN
      PERFORM refused('A domain is what stands after the @ of the company''s addresses, as in acme.com: '
        || NEW.domain || ' is not. One with other letters is written xn--….');
    END IF;
    IF EXISTS (SELECT FROM public_mail_domains WHERE domain = NEW.domain) THEN
      PERFORM refused(NEW.domain || ' is a mail provider''s: anybody can get an address there. Name a domain of the company.');
    END IF;
    IF (TG_OP = 'INSERT' OR OLD IS DISTINCT FROM NEW)
       AND EXISTS (SELECT FROM idp_domains WHERE domain = NEW.domain AND identity_provider_id = NEW.identity_provider_id) THEN
      PERFORM refuse_double('The identity provider has the domain ' || NEW.domain || ' already.',
        'idp_domains', 'idp_domains_pkey');
    END IF;
    -- First the provider, then the domain: the order of a change of the issuer.
    SELECT entity_id INTO issuer FROM identity_providers WHERE id = NEW.identity_provider_id FOR SHARE;
    PERFORM require_one_issuer(NEW.domain, NEW.identity_provider_id, issuer);
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON idp_domains
  FOR EACH ROW EXECUTE FUNCTION tidy_domain();

CREATE OR REPLACE FUNCTION end_access_on_word_of(provider uuid, person uuid DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM FROM users
      WHERE id IN (SELECT user_id FROM sessions WHERE provider IN (on_word_of, step_up_on_word_of)
                   UNION ALL SELECT user_id FROM passkeys WHERE on_word_of = provider
                   UNION ALL SELECT user_id FROM second_factors WHERE on_word_of = provider
                   UNION ALL SELECT user_id FROM recovery_codes WHERE on_word_of = provider
                   UNION ALL SELECT user_id FROM factor_recoveries WHERE on_word_of = provider)
        AND (person IS NULL OR id = person)
      ORDER BY id FOR NO KEY UPDATE;

    WITH passkey AS (
      DELETE FROM passkeys WHERE on_word_of = provider AND (person IS NULL OR user_id = person) RETURNING user_id, name
    ), code AS (
      DELETE FROM recovery_codes WHERE on_word_of = provider AND (person IS NULL OR user_id = person)
      RETURNING user_id, used_at
    ), factor AS (
      DELETE FROM second_factors WHERE on_word_of = provider AND (person IS NULL OR user_id = person)
      RETURNING user_id, confirmed_at
    ), lost AS (
      SELECT user_id, name AS passkey, NULL::boolean AS has_app, 0 AS codes FROM passkey
      UNION ALL SELECT user_id, NULL, true, 0 FROM factor WHERE confirmed_at IS NOT NULL
      UNION ALL SELECT user_id, NULL, NULL, 1 FROM code WHERE used_at IS NULL
    )
    INSERT INTO ended_access (user_id, identity_provider, passkeys, has_app, recovery_codes, connected_apps)
      SELECT l.user_id, i.name, coalesce(array_agg(l.passkey) FILTER (WHERE l.passkey IS NOT NULL), '{}'),
             coalesce(bool_or(l.has_app), false), sum(l.codes), '{}'
        FROM lost l JOIN identity_providers i ON i.id = provider
       GROUP BY l.user_id, i.name;

    DELETE FROM factor_recoveries WHERE on_word_of = provider AND (person IS NULL OR user_id = person);
    DELETE FROM known_devices WHERE on_word_of = provider AND (person IS NULL OR user_id = person);
    DELETE FROM sessions WHERE provider IN (on_word_of, step_up_on_word_of) AND (person IS NULL OR user_id = person);

    WITH ended AS (
      UPDATE oauth_grants SET revoked_at = now()
       WHERE on_word_of = provider AND revoked_at IS NULL AND (person IS NULL OR user_id = person)
      RETURNING user_id, client_id, expires_at
    ), live AS (
      SELECT DISTINCT e.user_id, c.name FROM ended e JOIN oauth_clients c ON c.id = e.client_id WHERE e.expires_at > now()
    )
    INSERT INTO ended_access (user_id, identity_provider, passkeys, has_app, recovery_codes, connected_apps)
      SELECT l.user_id, i.name, '{}', false, 0, array_agg(l.name)
        FROM live l JOIN identity_providers i ON i.id = provider
       GROUP BY l.user_id, i.name;
  END
  $$;

CREATE OR REPLACE FUNCTION end_trust_in_identity_provider() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    has_other_issuer boolean := TG_OP = 'UPDATE' AND OLD.entity_id <> NEW.entity_id;
  BEGIN
    IF TG_OP = 'DELETE' OR has_other_issuer OR OLD.is_enabled AND NOT NEW.is_enabled THEN
      PERFORM end_access_on_word_of(OLD.id);
    END IF;
    IF TG_OP = 'DELETE' OR has_other_issuer THEN
      INSERT INTO former_identities (team_id, user_id)
      SELECT DISTINCT u.team_id, u.id
        FROM sso_identities s
        JOIN users u ON u.id = s.user_id
        -- A team that is being deleted keeps nothing.
        JOIN teams t ON t.id = u.team_id
       WHERE s.identity_provider_id = OLD.id AND u.team_id = OLD.team_id
          ON CONFLICT (team_id, user_id) DO NOTHING;
      DELETE FROM sso_identities WHERE identity_provider_id = OLD.id;
      DELETE FROM pending_identities WHERE identity_provider_id = OLD.id;
    END IF;
    IF has_other_issuer THEN
      PERFORM require_one_issuer(domain, OLD.id, NEW.entity_id)
         FROM (SELECT domain FROM idp_domains WHERE identity_provider_id = OLD.id ORDER BY domain) own;
    END IF;
    RETURN coalesce(NEW, OLD);
  END
  $$;

CREATE OR REPLACE TRIGGER trust_ends BEFORE UPDATE OF entity_id, is_enabled OR DELETE ON identity_providers
  FOR EACH ROW EXECUTE FUNCTION end_trust_in_identity_provider();

CREATE OR REPLACE FUNCTION has_undecided_identity(of_user uuid) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
    SELECT EXISTS (
      SELECT FROM pending_identities p
        JOIN identity_providers i ON i.id = p.identity_provider_id
        JOIN teams t ON t.id = i.team_id
        JOIN users u ON u.id = p.user_id
       WHERE p.user_id = of_user AND p.email = u.email AND i.team_id = u.team_id
         AND (t.owner_id IS DISTINCT FROM u.id
              OR EXISTS (SELECT FROM sso_identities o WHERE o.identity_provider_id = i.id AND o.user_id = u.id)))
  $$;

CREATE OR REPLACE FUNCTION is_claim_open(of_user uuid, address text, at_provider uuid) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
    SELECT EXISTS (
      SELECT FROM users u
        JOIN identity_providers i ON i.id = at_provider
       WHERE u.id = of_user
         AND CASE WHEN u.email = address THEN u.team_id = i.team_id
             ELSE EXISTS (SELECT FROM address_changes c
                           WHERE c.user_id = u.id AND c.old_email = address AND c.held_at IS NOT NULL) END)
  $$;

CREATE OR REPLACE FUNCTION hold_address_changes() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE address_changes c
       SET held_at = CASE WHEN claimed.is_so THEN coalesce(c.held_at, now()) END,
           undo_until = CASE WHEN claimed.is_so OR c.held_at IS NULL THEN c.undo_until
                             ELSE c.undo_until + (now() - c.held_at) END
      FROM (SELECT a.id, EXISTS (SELECT FROM pending_identities p
                                  WHERE p.user_id = a.user_id AND p.email = a.old_email) AS is_so
              FROM address_changes a) claimed
     WHERE claimed.id = c.id AND c.user_id = coalesce(NEW.user_id, OLD.user_id)
       AND c.applied_at IS NOT NULL AND c.undone_at IS NULL AND (c.undo_until > now() OR c.held_at IS NOT NULL);
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER claim_holds_address_changes AFTER INSERT OR UPDATE OF email OR DELETE ON pending_identities
  FOR EACH ROW EXECUTE FUNCTION hold_address_changes();

-- ==== 5. By hand: rights ====

-- What runs with the rights of the owner is for the accounts that database-roles.ts names, not for everyone.
REVOKE ALL ON FUNCTION delete_old_events(integer, integer), forget_person(text, uuid, timestamptz, timestamptz),
  queued_for(text), due_jobs() FROM PUBLIC;
