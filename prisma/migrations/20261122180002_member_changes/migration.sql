-- CreateTable
CREATE TABLE "member_changes" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "team_id" UUID NOT NULL,
    "what" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "member_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "member_changes_team_id_idx" ON "member_changes"("team_id");

-- AddForeignKey
ALTER TABLE "member_changes" ADD CONSTRAINT "member_changes_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

ALTER TABLE member_changes ADD CONSTRAINT known_change CHECK (what IN ('joined', 'left', 'declined'));
