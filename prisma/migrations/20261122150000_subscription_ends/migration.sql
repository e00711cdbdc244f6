-- What becomes of a team when its plan has ended. Replicas of the version before do not write it: what they end is ended.
CREATE TYPE subscription_end AS ENUM ('free', 'ended');
ALTER TABLE subscriptions ADD COLUMN ends_as subscription_end NOT NULL DEFAULT 'ended';

-- Who has cancelled before was promised the Free Trial (the card provider keeps the mark when the plan has ended).
UPDATE subscriptions SET ends_as = 'free' WHERE is_cancel_scheduled;
