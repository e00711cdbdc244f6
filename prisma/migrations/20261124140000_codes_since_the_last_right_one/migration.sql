-- AlterTable
ALTER TABLE "second_factor_lockouts" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'app';
ALTER TABLE "second_factor_lockouts" ADD COLUMN "wrong_count" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "second_factor_lockouts" DROP CONSTRAINT "second_factor_lockouts_pkey";
-- The table holds counts of a few people at a time: reading it takes no time.
-- squawk-ignore adding-serial-primary-key-field, constraint-missing-not-valid
ALTER TABLE "second_factor_lockouts" ADD CONSTRAINT "second_factor_lockouts_pkey" PRIMARY KEY ("user_id", "browser", "kind");

-- AlterTable
ALTER TABLE "pending_logins" ADD COLUMN "is_browser_new" BOOLEAN NOT NULL DEFAULT false;

-- Rules Prisma's schema language cannot say.

-- squawk-ignore constraint-missing-not-valid
ALTER TABLE second_factor_lockouts ADD CONSTRAINT kind_is_known CHECK (kind IN ('app', 'recovery-code'));

-- Who has locked the codes knew the password of before. Whoever has set a new one, in whatever way, is not kept out by that
-- lock. The count since the last right code stays, and forgets nothing of what was guessed.
CREATE FUNCTION end_code_lockouts_of_changed_password() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE second_factor_lockouts SET locked_until = NULL, failed_count = 0
      WHERE user_id = NEW.id AND (locked_until IS NOT NULL OR failed_count > 0);
    RETURN NULL;
  END
  $$;
CREATE TRIGGER new_password_ends_code_lockouts AFTER UPDATE OF password_hash ON users
  FOR EACH ROW
  WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash)
  EXECUTE FUNCTION end_code_lockouts_of_changed_password();
