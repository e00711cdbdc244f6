-- What was mailed to somebody whose login waits for a factor that they have lost: with it the wait below begins. Argon2id.
ALTER TABLE "pending_logins" ADD COLUMN "mailed_code_hash" TEXT;
ALTER TABLE "pending_logins" ADD COLUMN "mailed_code_tries" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "factor_recoveries" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "began_by" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "stop_hash" BYTEA NOT NULL,
    "late_stop_hash" BYTEA,
    "outcome" TEXT,
    "over_at" TIMESTAMPTZ(3),

    CONSTRAINT "factor_recoveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "factor_recoveries_stop_hash_key" ON "factor_recoveries"("stop_hash");

-- CreateIndex
CREATE UNIQUE INDEX "factor_recoveries_late_stop_hash_key" ON "factor_recoveries"("late_stop_hash");

-- CreateIndex
CREATE INDEX "factor_recoveries_user_id_idx" ON "factor_recoveries"("user_id");

-- AddForeignKey
ALTER TABLE "factor_recoveries" ADD CONSTRAINT "factor_recoveries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

ALTER TABLE factor_recoveries
  ADD CONSTRAINT stop_is_hashed CHECK (octet_length(stop_hash) = 32),
  ADD CONSTRAINT late_stop_is_hashed CHECK (octet_length(late_stop_hash) = 32),
  ADD CONSTRAINT begun_by_somebody CHECK (began_by IN ('person', 'owner')),
  ADD CONSTRAINT over_with_an_outcome CHECK ((outcome IS NULL) = (over_at IS NULL) AND outcome IN ('stopped', 'done', 'replaced'));

-- A person has one that waits.
CREATE UNIQUE INDEX factor_recoveries_one_waits ON factor_recoveries (user_id) WHERE over_at IS NULL;

-- It is for this factor, and stands on the password and the address that it was begun with, and on the person's access: without
-- one of them it is over, whoever changes it.
CREATE FUNCTION end_recovery_of_former_factor() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE factor_recoveries SET outcome = 'replaced', over_at = now() WHERE user_id = OLD.user_id AND over_at IS NULL;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER without_its_factor_a_recovery_is_over AFTER DELETE ON second_factors
  FOR EACH ROW EXECUTE FUNCTION end_recovery_of_former_factor();

CREATE FUNCTION end_recovery_of_changed_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE factor_recoveries SET outcome = 'replaced', over_at = now() WHERE user_id = NEW.id AND over_at IS NULL;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER change_of_proof_ends_recovery AFTER UPDATE OF email, password_hash, deactivated_at ON users
  FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email
        OR OLD.password_hash IS DISTINCT FROM NEW.password_hash
        OR (OLD.deactivated_at IS NULL AND NEW.deactivated_at IS NOT NULL))
  EXECUTE FUNCTION end_recovery_of_changed_user();
