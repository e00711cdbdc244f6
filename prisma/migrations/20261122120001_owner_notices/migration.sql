-- When the owner was told; empty while a mail is due. Replicas of the version before write the mail themselves and leave
-- the column out: what they insert is told.
ALTER TABLE seat_requests ADD COLUMN told_at timestamptz(3) DEFAULT transaction_timestamp();
-- Of somebody who has an account in another team: a seat alone does not let them in.
ALTER TABLE seat_requests ADD COLUMN needs_invitation boolean NOT NULL DEFAULT false;
