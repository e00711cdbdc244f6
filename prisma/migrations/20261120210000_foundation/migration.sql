-- Ids that sort by time (RFC 9562, 5.7) on every Postgres we support; version 18 has its own.
CREATE FUNCTION uuid_v7() RETURNS uuid
  LANGUAGE sql VOLATILE PARALLEL SAFE
  AS $$
    SELECT encode(
      set_bit(
        set_bit(
          overlay(uuid_send(gen_random_uuid())
                  PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
                  FROM 1 FOR 6),
          52, 1),
        53, 1),
      'hex')::uuid
  $$;

-- CreateEnum
CREATE TYPE "plan" AS ENUM ('free', 'pro');

-- CreateEnum
CREATE TYPE "link_purpose" AS ENUM ('create_password', 'reset_password');

-- CreateEnum
CREATE TYPE "session_restriction" AS ENUM ('billing');

-- CreateEnum
CREATE TYPE "oauth_token_kind" AS ENUM ('access', 'refresh');

-- CreateTable
CREATE TABLE "teams" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "name" TEXT NOT NULL,
    "plan" "plan" NOT NULL DEFAULT 'free',
    "seat_limit" INTEGER NOT NULL DEFAULT 1,
    "has_incomplete_billing" BOOLEAN NOT NULL DEFAULT false,
    "owner_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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
    "password_hash" TEXT,
    "deactivated_at" TIMESTAMPTZ(3),
    "team_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "registrations" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "email" TEXT NOT NULL,
    "form_type" TEXT NOT NULL,
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
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "registrations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "one_time_links" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "purpose" "link_purpose" NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "replaced_at" TIMESTAMPTZ(3),

    CONSTRAINT "one_time_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_waits" (
    "email" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "mail_waits_pkey" PRIMARY KEY ("email","kind")
);

-- CreateTable
CREATE TABLE "login_lockouts" (
    "email" TEXT NOT NULL,
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "window_started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "locked_until" TIMESTAMPTZ(3),

    CONSTRAINT "login_lockouts_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "restricted_to" "session_restriction",
    "user_agent" TEXT NOT NULL DEFAULT '',
    "ip_address" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_invitations" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "team_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "inviter_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "team_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_invitations" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "event_id" TEXT NOT NULL,
    "event_name" TEXT NOT NULL DEFAULT 'Collaboration Event',
    "inviter_name" TEXT NOT NULL,
    "inviter_email" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "event_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_collaborations" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "event_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "invitation_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "event_collaborations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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
    "is_idp_initiated_allowed" BOOLEAN NOT NULL DEFAULT false,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "identity_providers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idp_certificates" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "identity_provider_id" UUID NOT NULL,
    "pem" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "idp_certificates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idp_domains" (
    "domain" TEXT NOT NULL,
    "identity_provider_id" UUID NOT NULL,
    "verified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "idp_domains_pkey" PRIMARY KEY ("domain")
);

-- CreateTable
CREATE TABLE "sso_identities" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "identity_provider_id" UUID NOT NULL,
    "name_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "sso_identities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saml_requests" (
    "request_id" TEXT NOT NULL,
    "identity_provider_id" UUID NOT NULL,
    "relay_state_hash" BYTEA NOT NULL,
    "binding_hash" BYTEA NOT NULL,
    "redirect_target" TEXT NOT NULL DEFAULT '',
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saml_requests_pkey" PRIMARY KEY ("identity_provider_id","request_id")
);

-- CreateTable
CREATE TABLE "used_assertions" (
    "identity_provider_id" UUID NOT NULL,
    "assertion_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_assertions_pkey" PRIMARY KEY ("identity_provider_id","assertion_id")
);

-- CreateTable
CREATE TABLE "oauth_clients" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "client_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA,
    "redirect_uris" TEXT[],
    "scopes" TEXT[],
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_grants" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "client_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_codes" (
    "code_hash" BYTEA NOT NULL,
    "grant_id" UUID NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_codes_pkey" PRIMARY KEY ("code_hash")
);

-- CreateTable
CREATE TABLE "oauth_tokens" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "kind" "oauth_token_kind" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "grant_id" UUID NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "successor_id" UUID,

    CONSTRAINT "oauth_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "team_id" UUID NOT NULL,
    "stripe_customer_id" TEXT NOT NULL,
    "stripe_subscription_id" TEXT,
    "status" TEXT NOT NULL DEFAULT 'none',
    "current_period_end" TIMESTAMPTZ(3),
    "is_cancel_scheduled" BOOLEAN NOT NULL DEFAULT false,
    "past_due_since" TIMESTAMPTZ(3),
    "synced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_attempts" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "team_id" UUID NOT NULL,
    "user_id" UUID,
    "status" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "handled_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateIndex
CREATE UNIQUE INDEX "teams_owner_id_key" ON "teams"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_team_id_idx" ON "users"("team_id");

-- CreateIndex
CREATE UNIQUE INDEX "registrations_email_key" ON "registrations"("email");

-- CreateIndex
CREATE UNIQUE INDEX "one_time_links_token_hash_key" ON "one_time_links"("token_hash");

-- CreateIndex
CREATE INDEX "one_time_links_email_purpose_idx" ON "one_time_links"("email", "purpose");

-- CreateIndex
CREATE INDEX "one_time_links_user_id_idx" ON "one_time_links"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "team_invitations_code_hash_key" ON "team_invitations"("code_hash");

-- CreateIndex
CREATE INDEX "team_invitations_team_id_idx" ON "team_invitations"("team_id");

-- CreateIndex
CREATE INDEX "team_invitations_email_idx" ON "team_invitations"("email");

-- CreateIndex
CREATE UNIQUE INDEX "event_invitations_code_hash_key" ON "event_invitations"("code_hash");

-- CreateIndex
CREATE INDEX "event_invitations_email_idx" ON "event_invitations"("email");

-- CreateIndex
CREATE UNIQUE INDEX "event_collaborations_invitation_id_key" ON "event_collaborations"("invitation_id");

-- CreateIndex
CREATE INDEX "event_collaborations_user_id_idx" ON "event_collaborations"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_collaborations_event_id_user_id_key" ON "event_collaborations"("event_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "identity_providers_name_key" ON "identity_providers"("name");

-- CreateIndex
CREATE UNIQUE INDEX "identity_providers_entity_id_key" ON "identity_providers"("entity_id");

-- CreateIndex
CREATE INDEX "identity_providers_team_id_idx" ON "identity_providers"("team_id");

-- CreateIndex
CREATE INDEX "idp_certificates_identity_provider_id_idx" ON "idp_certificates"("identity_provider_id");

-- CreateIndex
CREATE INDEX "idp_domains_identity_provider_id_idx" ON "idp_domains"("identity_provider_id");

-- CreateIndex
CREATE INDEX "sso_identities_user_id_idx" ON "sso_identities"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "sso_identities_identity_provider_id_name_id_key" ON "sso_identities"("identity_provider_id", "name_id");

-- CreateIndex
CREATE UNIQUE INDEX "saml_requests_relay_state_hash_key" ON "saml_requests"("relay_state_hash");

-- CreateIndex
CREATE INDEX "saml_requests_expires_at_idx" ON "saml_requests"("expires_at");

-- CreateIndex
CREATE INDEX "used_assertions_expires_at_idx" ON "used_assertions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_clients_client_id_key" ON "oauth_clients"("client_id");

-- CreateIndex
CREATE INDEX "oauth_grants_user_id_idx" ON "oauth_grants"("user_id");

-- CreateIndex
CREATE INDEX "oauth_grants_client_id_idx" ON "oauth_grants"("client_id");

-- CreateIndex
CREATE INDEX "oauth_codes_grant_id_idx" ON "oauth_codes"("grant_id");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_tokens_token_hash_key" ON "oauth_tokens"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_tokens_successor_id_key" ON "oauth_tokens"("successor_id");

-- CreateIndex
CREATE INDEX "oauth_tokens_grant_id_idx" ON "oauth_tokens"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_tokens_expires_at_idx" ON "oauth_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_team_id_key" ON "subscriptions"("team_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_stripe_customer_id_key" ON "subscriptions"("stripe_customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_stripe_subscription_id_key" ON "subscriptions"("stripe_subscription_id");

-- CreateIndex
CREATE INDEX "payment_attempts_team_id_idx" ON "payment_attempts"("team_id");

-- CreateIndex
CREATE INDEX "payment_attempts_user_id_idx" ON "payment_attempts"("user_id");

-- CreateIndex
CREATE INDEX "webhook_events_received_at_idx" ON "webhook_events"("received_at");

-- CreateIndex
CREATE INDEX "audit_events_at_idx" ON "audit_events"("at");

-- CreateIndex
CREATE INDEX "audit_events_user_id_at_idx" ON "audit_events"("user_id", "at");

-- AddForeignKey
ALTER TABLE "teams" ADD CONSTRAINT "teams_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_collaborations" ADD CONSTRAINT "event_collaborations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_collaborations" ADD CONSTRAINT "event_collaborations_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "event_invitations"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_providers" ADD CONSTRAINT "identity_providers_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idp_certificates" ADD CONSTRAINT "idp_certificates_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idp_domains" ADD CONSTRAINT "idp_domains_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sso_identities" ADD CONSTRAINT "sso_identities_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sso_identities" ADD CONSTRAINT "sso_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saml_requests" ADD CONSTRAINT "saml_requests_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "used_assertions" ADD CONSTRAINT "used_assertions_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_tokens" ADD CONSTRAINT "oauth_tokens_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_tokens" ADD CONSTRAINT "oauth_tokens_successor_id_fkey" FOREIGN KEY ("successor_id") REFERENCES "oauth_tokens"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;



-- Rules Prisma's schema language cannot say. What must never be is refused here, whoever writes: the portal, a job,
-- or an admin in Prisma Studio.

-- One address, one user, whatever the letter case: addresses are stored trimmed and lower-cased.
ALTER TABLE users ADD CONSTRAINT email_is_normalized
  CHECK (email COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN email) > 1);
ALTER TABLE registrations ADD CONSTRAINT email_is_normalized
  CHECK (email COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN email) > 1);
ALTER TABLE team_invitations ADD CONSTRAINT email_is_normalized
  CHECK (email COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN email) > 1);
ALTER TABLE event_invitations ADD CONSTRAINT email_is_normalized
  CHECK (email COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN email) > 1);

-- A password is stored as an argon2id hash or not at all.
ALTER TABLE users ADD CONSTRAINT password_is_hashed CHECK (password_hash LIKE '$argon2id$%');

ALTER TABLE teams ADD CONSTRAINT name_is_given CHECK (btrim(name) <> '');
ALTER TABLE teams ADD CONSTRAINT seat_limit_is_not_negative CHECK (seat_limit >= 0);

-- The owner of a team is one of its members. Checked at commit, because a team and its first user need each other.
CREATE FUNCTION check_team_owner() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM teams t JOIN users u ON u.id = t.owner_id
       WHERE u.team_id <> t.id
         AND ((TG_TABLE_NAME = 'teams' AND t.id = NEW.id) OR (TG_TABLE_NAME = 'users' AND u.id = NEW.id))
    ) THEN
      RAISE EXCEPTION 'the owner of a team must be one of its members' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
  END
  $$;
CREATE CONSTRAINT TRIGGER owner_is_a_member AFTER INSERT OR UPDATE OF owner_id ON teams
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.owner_id IS NOT NULL) EXECUTE FUNCTION check_team_owner();
CREATE CONSTRAINT TRIGGER owner_stays_a_member AFTER UPDATE OF team_id ON users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_team_owner();

-- A link that creates a password has no user yet; one that resets a password has.
ALTER TABLE one_time_links ADD CONSTRAINT purpose_fits_user
  CHECK ((purpose = 'reset_password') = (user_id IS NOT NULL));
-- One live link of a kind for an address.
CREATE UNIQUE INDEX one_live_link ON one_time_links (email, purpose) WHERE used_at IS NULL AND replaced_at IS NULL;

-- Secrets are stored as SHA-256 and in no other form.
ALTER TABLE one_time_links ADD CONSTRAINT token_is_hashed CHECK (octet_length(token_hash) = 32);
ALTER TABLE sessions ADD CONSTRAINT token_is_hashed CHECK (octet_length(token_hash) = 32);
ALTER TABLE team_invitations ADD CONSTRAINT code_is_hashed CHECK (octet_length(code_hash) = 32);
ALTER TABLE event_invitations ADD CONSTRAINT code_is_hashed CHECK (octet_length(code_hash) = 32);
ALTER TABLE oauth_clients ADD CONSTRAINT secret_is_hashed CHECK (octet_length(secret_hash) = 32);
ALTER TABLE oauth_codes ADD CONSTRAINT code_is_hashed CHECK (octet_length(code_hash) = 32);
ALTER TABLE oauth_tokens ADD CONSTRAINT token_is_hashed CHECK (octet_length(token_hash) = 32);

ALTER TABLE login_lockouts ADD CONSTRAINT failed_count_is_not_negative CHECK (failed_count >= 0);

-- One open invitation of a person to a team; inviting again renews it.
CREATE UNIQUE INDEX one_open_invitation ON team_invitations (team_id, email)
  WHERE accepted_at IS NULL AND revoked_at IS NULL;
ALTER TABLE team_invitations ADD CONSTRAINT accepted_or_revoked CHECK (accepted_at IS NULL OR revoked_at IS NULL);
ALTER TABLE event_invitations ADD CONSTRAINT accepted_or_revoked CHECK (accepted_at IS NULL OR revoked_at IS NULL);

ALTER TABLE identity_providers ADD CONSTRAINT name_fits_an_address CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,62}$');
ALTER TABLE identity_providers ADD CONSTRAINT sign_on_url_is_http CHECK (single_sign_on_url ~ '^https?://');
ALTER TABLE idp_domains ADD CONSTRAINT domain_is_normalized CHECK (domain COLLATE "C" !~ '[A-Z@[:space:]]');
ALTER TABLE idp_certificates ADD CONSTRAINT pem_is_a_certificate CHECK (pem LIKE '%BEGIN CERTIFICATE%');

ALTER TABLE subscriptions ADD CONSTRAINT status_is_known CHECK (status IN
  ('none', 'active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused'));
ALTER TABLE payment_attempts ADD CONSTRAINT status_is_known CHECK (status IN
  ('open', 'succeeded', 'declined', 'abandoned'));
-- One attempt to pay at a time.
CREATE UNIQUE INDEX one_open_payment_attempt ON payment_attempts (team_id) WHERE status = 'open';
