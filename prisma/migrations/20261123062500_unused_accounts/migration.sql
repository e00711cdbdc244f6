-- AlterTable: who is there now counts as active today.
ALTER TABLE "users" ADD COLUMN "last_active_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp();

-- CreateTable
CREATE TABLE "inactive_accounts" (
    "user_id" UUID NOT NULL,
    "first_mail_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "second_mail_at" TIMESTAMPTZ(3),

    CONSTRAINT "inactive_accounts_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "erasures" (
    "id_hash" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("id_hash")
);

-- AddForeignKey
ALTER TABLE "inactive_accounts" ADD CONSTRAINT "inactive_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

ALTER TABLE erasures ADD CONSTRAINT id_is_hashed CHECK (octet_length(id_hash) = 32);

-- Every login, by whatever way. To the day, so that it costs a write a day; and it waits for nobody: who holds the person's
-- row may wait for this very login.
CREATE FUNCTION note_activity() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE users SET last_active_at = now() WHERE id = (
      SELECT id FROM users WHERE id = NEW.user_id AND last_active_at < now() - interval '1 day'
         FOR NO KEY UPDATE SKIP LOCKED);
    RETURN NULL;
  END
  $$;
CREATE TRIGGER users_know_their_last_login AFTER INSERT ON sessions
  FOR EACH ROW EXECUTE FUNCTION note_activity();
