-- Passkeys (WebAuthn): what signs a user in without a password. Replicas of the release before know nothing of them.
CREATE TABLE "passkeys" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "name" TEXT NOT NULL,
    "is_backed_up" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");

-- CreateIndex
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE passkeys
  ADD CONSTRAINT credential_id_is_base64url CHECK (credential_id ~ '^[A-Za-z0-9_-]+$' AND length(credential_id) <= 1364),
  ADD CONSTRAINT counter_is_counted CHECK (counter BETWEEN 0 AND 4294967295),
  ADD CONSTRAINT name_is_given CHECK (btrim(name) <> '' AND length(name) <= 60);

-- Challenges that have been answered: each once. What waits for an answer is held by browsers, sealed.
CREATE TABLE "used_challenges" (
    "challenge_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_challenges_pkey" PRIMARY KEY ("challenge_hash")
);

-- CreateIndex
CREATE INDEX "used_challenges_expires_at_idx" ON "used_challenges"("expires_at");

ALTER TABLE used_challenges ADD CONSTRAINT challenge_is_hashed CHECK (octet_length(challenge_hash) = 32);
