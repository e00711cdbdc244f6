-- Since when logins of a person ask for a second factor; kept by a trigger below.
ALTER TABLE "users" ADD COLUMN "second_factor_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "second_factors" (
    "user_id" UUID NOT NULL,
    "sealed_secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER,

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "selector" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pending_logins" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pending_logins_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "second_factor_lockouts" (
    "user_id" UUID NOT NULL,
    "browser" TEXT NOT NULL DEFAULT '',
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "window_started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "locked_until" TIMESTAMPTZ(3),
    "lock_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "second_factor_lockouts_pkey" PRIMARY KEY ("user_id", "browser")
);

-- CreateIndex
CREATE UNIQUE INDEX "recovery_codes_user_id_selector_key" ON "recovery_codes"("user_id", "selector");

-- CreateIndex
CREATE UNIQUE INDEX "pending_logins_token_hash_key" ON "pending_logins"("token_hash");

-- CreateIndex
CREATE INDEX "pending_logins_user_id_idx" ON "pending_logins"("user_id");

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "second_factors"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pending_logins" ADD CONSTRAINT "pending_logins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "second_factors"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_factor_lockouts" ADD CONSTRAINT "second_factor_lockouts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "second_factors"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

ALTER TABLE pending_logins ADD CONSTRAINT token_is_hashed CHECK (octet_length(token_hash) = 32);

-- A factor that begins or ends is known to every login from that moment on, whoever ends it: browsers that were
-- remembered, and logins that wait for a code, were so for the factor of before.
CREATE FUNCTION tell_user_of_second_factor() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    person uuid := coalesce(NEW.user_id, OLD.user_id);
  BEGIN
    UPDATE users SET second_factor_at = NEW.confirmed_at WHERE id = person;
    UPDATE known_devices SET second_factor_until = NULL WHERE user_id = person AND second_factor_until IS NOT NULL;
    DELETE FROM pending_logins WHERE user_id = person;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER users_know_a_new_second_factor AFTER INSERT ON second_factors
  FOR EACH ROW WHEN (NEW.confirmed_at IS NOT NULL) EXECUTE FUNCTION tell_user_of_second_factor();
CREATE TRIGGER users_know_their_second_factor AFTER UPDATE OF confirmed_at ON second_factors
  FOR EACH ROW WHEN (OLD.confirmed_at IS DISTINCT FROM NEW.confirmed_at) EXECUTE FUNCTION tell_user_of_second_factor();
CREATE TRIGGER users_know_the_end_of_their_second_factor AFTER DELETE ON second_factors
  FOR EACH ROW WHEN (OLD.confirmed_at IS NOT NULL) EXECUTE FUNCTION tell_user_of_second_factor();

-- Another password, another address or the loss of access ends a login that waits for its code. The lock of the user
-- comes first in both: a login that has its code waits for the change, or the change for it.
CREATE FUNCTION end_pending_logins_of_changed_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM pending_logins WHERE user_id = NEW.id;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER change_of_proof_ends_pending_logins AFTER UPDATE OF email, password_hash, deactivated_at ON users
  FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email
        OR OLD.password_hash IS DISTINCT FROM NEW.password_hash
        OR (OLD.deactivated_at IS NULL AND NEW.deactivated_at IS NOT NULL))
  EXECUTE FUNCTION end_pending_logins_of_changed_user();
