-- Whose card is being removed after a hand-over, and since when: they are mailed what it paid meanwhile.
-- Nothing is released yet, so no portal in use is held up.
-- squawk-ignore-file require-concurrent-index-creation, adding-foreign-key-constraint, constraint-missing-not-valid
ALTER TABLE "subscriptions" ADD COLUMN "former_owner_id" UUID;
ALTER TABLE "subscriptions" ADD COLUMN "handed_over_at" TIMESTAMPTZ(3);
CREATE INDEX "subscriptions_former_owner_id_idx" ON "subscriptions"("former_owner_id");
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_former_owner_id_fkey" FOREIGN KEY ("former_owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
