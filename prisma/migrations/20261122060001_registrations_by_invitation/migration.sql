-- A registration may have been made by the shared code of an invitation, which its link accepts with the password.
ALTER TABLE "registrations"
  ADD COLUMN "job_title" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "team_invitation_id" UUID,
  ADD COLUMN "event_invitation_id" UUID;

-- CreateIndex
CREATE INDEX "registrations_team_invitation_id_idx" ON "registrations"("team_invitation_id");

-- CreateIndex
CREATE INDEX "registrations_event_invitation_id_idx" ON "registrations"("event_invitation_id");

-- AddForeignKey
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_team_invitation_id_fkey"
  FOREIGN KEY ("team_invitation_id") REFERENCES "team_invitations"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_event_invitation_id_fkey"
  FOREIGN KEY ("event_invitation_id") REFERENCES "event_invitations"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

ALTER TABLE registrations ADD CONSTRAINT one_invitation_at_most
  CHECK (team_invitation_id IS NULL OR event_invitation_id IS NULL);
