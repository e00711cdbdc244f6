-- On whose word alone something was made (decision 92): what an identity provider's assertion opened ends with it.
-- Nothing is released yet, so no portal in use is held up.
-- squawk-ignore-file renaming-column, require-concurrent-index-creation, adding-foreign-key-constraint, constraint-missing-not-valid
ALTER TABLE "sessions" RENAME COLUMN "identity_provider_id" TO "on_word_of";
ALTER INDEX "sessions_identity_provider_id_idx" RENAME TO "sessions_on_word_of_idx";
ALTER TABLE "sessions" RENAME CONSTRAINT "sessions_identity_provider_id_fkey" TO "sessions_on_word_of_fkey";
ALTER TABLE "sessions" ADD COLUMN "step_up_at" TIMESTAMPTZ(3);
ALTER TABLE "sessions" ADD COLUMN "step_up_on_word_of" UUID;
ALTER TABLE "known_devices" ADD COLUMN "on_word_of" UUID;
ALTER TABLE "passkeys" ADD COLUMN "on_word_of" UUID;
ALTER TABLE "second_factors" ADD COLUMN "on_word_of" UUID;
ALTER TABLE "recovery_codes" ADD COLUMN "on_word_of" UUID;
ALTER TABLE "factor_recoveries" ADD COLUMN "on_word_of" UUID;
ALTER TABLE "oauth_grants" ADD COLUMN "on_word_of" UUID;

-- CreateIndex
CREATE INDEX "sessions_step_up_on_word_of_idx" ON "sessions"("step_up_on_word_of");

-- CreateIndex
CREATE INDEX "known_devices_on_word_of_idx" ON "known_devices"("on_word_of");

-- CreateIndex
CREATE INDEX "passkeys_on_word_of_idx" ON "passkeys"("on_word_of");

-- CreateIndex
CREATE INDEX "second_factors_on_word_of_idx" ON "second_factors"("on_word_of");

-- CreateIndex
CREATE INDEX "recovery_codes_on_word_of_idx" ON "recovery_codes"("on_word_of");

-- CreateIndex
CREATE INDEX "factor_recoveries_on_word_of_idx" ON "factor_recoveries"("on_word_of");

-- CreateIndex
CREATE INDEX "oauth_grants_on_word_of_idx" ON "oauth_grants"("on_word_of");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_step_up_on_word_of_fkey" FOREIGN KEY ("step_up_on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_on_word_of_fkey" FOREIGN KEY ("on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_on_word_of_fkey" FOREIGN KEY ("on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_on_word_of_fkey" FOREIGN KEY ("on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_on_word_of_fkey" FOREIGN KEY ("on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "factor_recoveries" ADD CONSTRAINT "factor_recoveries_on_word_of_fkey" FOREIGN KEY ("on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_on_word_of_fkey" FOREIGN KEY ("on_word_of") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

ALTER TABLE sessions ADD CONSTRAINT word_is_of_a_step_up CHECK (step_up_on_word_of IS NULL OR step_up_at IS NOT NULL);

CREATE OR REPLACE FUNCTION end_access_through_identity_provider() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM sessions WHERE OLD.id IN (on_word_of, step_up_on_word_of);
    UPDATE oauth_grants SET revoked_at = now()
     WHERE revoked_at IS NULL AND user_id IN (SELECT user_id FROM sso_identities WHERE identity_provider_id = OLD.id);
    RETURN OLD;
  END
  $$;
