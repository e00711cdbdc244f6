-- When a password was set, for what only a password older than something proves. Empty: not since the account was made, or
-- before this was kept, which is before anything that is compared with it.
ALTER TABLE users ADD COLUMN password_set_at timestamptz(3);
CREATE FUNCTION note_password_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    NEW.password_set_at := now();
    RETURN NEW;
  END
  $$;
-- Also for replicas of the version before. Who hashes the same password anew puts the time back afterwards.
CREATE TRIGGER password_change_is_noted BEFORE UPDATE OF password_hash ON users
  FOR EACH ROW WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash)
  EXECUTE FUNCTION note_password_change();

-- CreateTable
CREATE TABLE "pending_identities" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "identity_provider_id" UUID NOT NULL,
    "name_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "pending_identities_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "pending_identities_identity_provider_id_name_id_user_id_key" ON "pending_identities"("identity_provider_id", "name_id", "user_id");

-- CreateIndex
CREATE INDEX "pending_identities_user_id_idx" ON "pending_identities"("user_id");

-- CreateIndex
CREATE INDEX "pending_identities_first_seen_at_idx" ON "pending_identities"("first_seen_at");

-- AddForeignKey
ALTER TABLE "pending_identities" ADD CONSTRAINT "pending_identities_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pending_identities" ADD CONSTRAINT "pending_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

ALTER TABLE pending_identities ADD CONSTRAINT email_is_normalized
  CHECK (email COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN email) > 1);

-- Whether somebody whom the company calls by another name than this user has come with the user's address, and nobody has
-- said yet who they are. Until then the mailbox may be another person's, and no mailed link opens the account.
CREATE FUNCTION has_undecided_identity(of_user uuid) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
    SELECT EXISTS (
      SELECT FROM pending_identities p
        JOIN identity_providers i ON i.id = p.identity_provider_id
        JOIN users u ON u.id = p.user_id
       WHERE p.user_id = of_user AND p.email = u.email AND i.team_id = u.team_id
         AND EXISTS (SELECT FROM sso_identities o WHERE o.identity_provider_id = i.id AND o.user_id = u.id))
  $$;
