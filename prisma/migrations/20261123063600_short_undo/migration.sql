-- Since when somebody has had the passkey or the factor that proved them last, and for how long a change of address can be taken
-- back for that. Replicas of the release before write neither: seven days.
ALTER TABLE "sessions" ADD COLUMN "strong_since" TIMESTAMPTZ(3);
ALTER TABLE "address_changes" ADD COLUMN "undo_hours" INTEGER NOT NULL DEFAULT 168;
