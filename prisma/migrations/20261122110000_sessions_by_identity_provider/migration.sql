-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "identity_provider_id" UUID;

-- CreateIndex
CREATE INDEX "sessions_identity_provider_id_idx" ON "sessions"("identity_provider_id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

-- Who came in through an identity provider is out when it is switched off or deleted, also when an admin does it in
-- Prisma Studio. The sessions first: a consent in one of them holds its ticket, so what it allows is seen afterwards.
CREATE FUNCTION end_access_through_identity_provider() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM sessions WHERE identity_provider_id = OLD.id;
    UPDATE oauth_grants SET revoked_at = now()
     WHERE revoked_at IS NULL AND user_id IN (SELECT user_id FROM sso_identities WHERE identity_provider_id = OLD.id);
    RETURN OLD;
  END
  $$;
CREATE TRIGGER switching_off_ends_access AFTER UPDATE OF is_enabled ON identity_providers
  FOR EACH ROW WHEN (OLD.is_enabled AND NOT NEW.is_enabled)
  EXECUTE FUNCTION end_access_through_identity_provider();
CREATE TRIGGER deletion_ends_access BEFORE DELETE ON identity_providers
  FOR EACH ROW EXECUTE FUNCTION end_access_through_identity_provider();
