-- Mails about invitations are written by a job for each address, so that those that are near in time become one mail.
-- Set while a mail about an invitation is asked for and has not been written.
ALTER TABLE "team_invitations" ADD COLUMN "mail_asked_at" TIMESTAMPTZ(3);
ALTER TABLE "event_invitations" ADD COLUMN "mail_asked_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "invitation_mail_waits" (
    "email" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "refilled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "invitation_mail_waits_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "invitation_budgets" (
    "holder" TEXT NOT NULL,
    "seconds" INTEGER NOT NULL,
    "refilled_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "invitation_budgets_pkey" PRIMARY KEY ("holder","seconds")
);

-- Rules Prisma's schema language cannot say.

ALTER TABLE invitation_mail_waits ADD CONSTRAINT email_is_normalized
  CHECK (email COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN email) > 1);

-- An invitation that is live holds its seat, and goes on holding it when its end is moved: the week begins when the mail
-- is written, and a team whose limit was lowered meanwhile must not keep that mail from going out. One that is about to
-- run out asks for its seat again: somebody else may be counting it as over already.
DROP TRIGGER renewed_invitation_needs_a_seat ON team_invitations;
CREATE TRIGGER renewed_invitation_needs_a_seat AFTER UPDATE OF expires_at ON team_invitations
  FOR EACH ROW
  WHEN (NEW.accepted_at IS NULL AND NEW.revoked_at IS NULL AND NEW.expires_at > OLD.expires_at
        AND OLD.expires_at <= now() + interval '1 minute')
  EXECUTE FUNCTION require_free_seat();
