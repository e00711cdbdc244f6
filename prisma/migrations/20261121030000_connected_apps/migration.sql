-- CreateTable
CREATE TABLE "consent_tickets" (
    "ticket_hash" BYTEA NOT NULL,
    "session_id" UUID NOT NULL,
    "client_id" UUID NOT NULL,
    "request" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consent_tickets_pkey" PRIMARY KEY ("ticket_hash")
);

-- CreateIndex
CREATE INDEX "consent_tickets_session_id_idx" ON "consent_tickets"("session_id");

-- CreateIndex
CREATE INDEX "consent_tickets_client_id_idx" ON "consent_tickets"("client_id");

-- CreateIndex
CREATE INDEX "consent_tickets_expires_at_idx" ON "consent_tickets"("expires_at");

-- AddForeignKey
ALTER TABLE "consent_tickets" ADD CONSTRAINT "consent_tickets_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent_tickets" ADD CONSTRAINT "consent_tickets_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

ALTER TABLE consent_tickets ADD CONSTRAINT ticket_is_hashed CHECK (octet_length(ticket_hash) = 32);

-- Where an app may be answered: https without user, wildcard, query or fragment, or plain http on its own machine
-- (RFC 9700 2.1, RFC 8252 7.3).
CREATE FUNCTION are_redirect_uris(uris text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  AS $$
    SELECT coalesce(bool_and(uri ~ '^(https://[a-z0-9.-]+|http://(localhost|127\.0\.0\.1|\[::1\]))(:[0-9]{1,5})?(/[!$%&''()+,./0-9:;=@A-Z_a-z~-]*)?$'), false)
      FROM unnest(uris) AS uri
  $$;
ALTER TABLE oauth_clients ADD CONSTRAINT redirect_uris_are_safe CHECK (are_redirect_uris(redirect_uris));
ALTER TABLE oauth_clients ADD CONSTRAINT name_is_given CHECK (btrim(name) <> '');
ALTER TABLE oauth_clients ADD CONSTRAINT client_id_is_plain CHECK (client_id ~ '^[A-Za-z0-9._~-]{1,200}$');

ALTER TABLE oauth_clients ADD CONSTRAINT scopes_are_known
  CHECK (scopes <@ ARRAY['profile', 'diagrams.read', 'diagrams.write', 'events.invite']);
ALTER TABLE oauth_grants ADD CONSTRAINT scopes_are_known
  CHECK (scopes <@ ARRAY['profile', 'diagrams.read', 'diagrams.write', 'events.invite']);
ALTER TABLE oauth_codes ADD CONSTRAINT scopes_are_known
  CHECK (scopes <@ ARRAY['profile', 'diagrams.read', 'diagrams.write', 'events.invite']);
ALTER TABLE oauth_tokens ADD CONSTRAINT scopes_are_known
  CHECK (scopes <@ ARRAY['profile', 'diagrams.read', 'diagrams.write', 'events.invite']);

-- A code without its S256 challenge can be redeemed by whoever holds it (RFC 7636 4.2).
ALTER TABLE oauth_codes ADD CONSTRAINT code_challenge_is_s256 CHECK (code_challenge ~ '^[A-Za-z0-9_-]{43}$');

-- Whoever is deactivated is out at once, everywhere, also when an admin does it in Prisma Studio.
CREATE FUNCTION end_access_of_deactivated_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM sessions WHERE user_id = NEW.id;
    UPDATE oauth_grants SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER deactivation_ends_access AFTER UPDATE OF deactivated_at ON users
  FOR EACH ROW WHEN (OLD.deactivated_at IS NULL AND NEW.deactivated_at IS NOT NULL)
  EXECUTE FUNCTION end_access_of_deactivated_user();
