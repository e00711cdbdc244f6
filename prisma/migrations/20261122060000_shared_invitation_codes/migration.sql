-- An invitation has two codes: the mailed one, "code_hash", which proves the mailbox, and a shared one, which proves
-- nothing. The mailed one is made when the mail is, so it may be missing. Codes made so far were mailed and shown alike:
-- they have no shared one beside them, and without it a code proves nothing.
ALTER TABLE "team_invitations" ADD COLUMN "shared_code_hash" BYTEA, ALTER COLUMN "code_hash" DROP NOT NULL;
ALTER TABLE "event_invitations" ADD COLUMN "shared_code_hash" BYTEA, ALTER COLUMN "code_hash" DROP NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "team_invitations_shared_code_hash_key" ON "team_invitations"("shared_code_hash");

-- CreateIndex
CREATE UNIQUE INDEX "event_invitations_shared_code_hash_key" ON "event_invitations"("shared_code_hash");

-- Rules Prisma's schema language cannot say.

ALTER TABLE team_invitations ADD CONSTRAINT shared_code_is_hashed CHECK (octet_length(shared_code_hash) = 32);
ALTER TABLE event_invitations ADD CONSTRAINT shared_code_is_hashed CHECK (octet_length(shared_code_hash) = 32);
