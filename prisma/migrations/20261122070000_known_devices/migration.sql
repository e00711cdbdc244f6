-- CreateTable
CREATE TABLE "known_devices" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "token_made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "user_agent" TEXT NOT NULL DEFAULT '',
    "ip_address" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "told_at" TIMESTAMPTZ(3),
    "second_factor_until" TIMESTAMPTZ(3),

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "device_lockouts" (
    "device_id" UUID NOT NULL,
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "window_started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "locked_until" TIMESTAMPTZ(3),

    CONSTRAINT "device_lockouts_pkey" PRIMARY KEY ("device_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "known_devices_token_hash_user_id_key" ON "known_devices"("token_hash", "user_id");

-- CreateIndex
CREATE INDEX "known_devices_user_id_idx" ON "known_devices"("user_id");

-- AddForeignKey
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

ALTER TABLE known_devices ADD CONSTRAINT token_is_hashed CHECK (octet_length(token_hash) = 32);

-- A browser is known to a person at an address. With another address, or without access, it begins anew, also when an
-- admin does it in Prisma Studio.
CREATE FUNCTION forget_devices_of_changed_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM known_devices WHERE user_id = NEW.id;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER change_of_address_or_access_forgets_devices AFTER UPDATE OF email, deactivated_at ON users
  FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email OR (OLD.deactivated_at IS NULL AND NEW.deactivated_at IS NOT NULL))
  EXECUTE FUNCTION forget_devices_of_changed_user();
