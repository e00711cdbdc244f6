-- How a session began, and when its person last proved who they are. Replicas of the release before write neither: `began_by`
-- stays empty, and a session that they start counts as proved when it starts.
ALTER TABLE "sessions" ADD COLUMN "began_by" TEXT;
-- Not this moment: a session that is hours old has proved nothing by being migrated.
ALTER TABLE "sessions" ADD COLUMN "proved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT 'epoch';
ALTER TABLE "sessions" ALTER COLUMN "proved_at" SET DEFAULT transaction_timestamp();

-- Rules Prisma's schema language cannot say.

ALTER TABLE sessions ADD CONSTRAINT known_beginning CHECK (began_by IN ('password', 'passkey', 'company', 'link')) NOT VALID;
