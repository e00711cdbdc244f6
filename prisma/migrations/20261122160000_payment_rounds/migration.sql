-- Whoever works on an attempt holds it until a time, under a number that nobody else has; what came of it stays, for all
-- who ask. Replicas of the version before leave these columns alone.
ALTER TABLE payment_attempts ADD COLUMN round integer NOT NULL DEFAULT 0;
ALTER TABLE payment_attempts ADD COLUMN working_until timestamptz(3);
ALTER TABLE payment_attempts ADD COLUMN started_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp();
-- Which card the visitor gave, by the hash of its token.
ALTER TABLE payment_attempts ADD COLUMN card_hash text;
-- What the last call that moves money was made with; empty as long as none was made.
ALTER TABLE payment_attempts ADD COLUMN charged_method_id text;
-- How often the provider's answer was final: what is asked of it next has other idempotency keys.
ALTER TABLE payment_attempts ADD COLUMN final_answers integer NOT NULL DEFAULT 0;
-- paid, requires-action, declined, card-unknown, unavailable, unknown; empty while somebody works on it, or died doing so. What
-- replicas of the version before leave behind is to be asked about, and keeps nobody waiting.
ALTER TABLE payment_attempts ADD COLUMN outcome text DEFAULT 'requires-action';
ALTER TABLE payment_attempts ADD COLUMN decline_message text;
ALTER TABLE payment_attempts ADD COLUMN decline_code text;
-- The newest attempt of a team is looked for by every call that pays or asks.
CREATE INDEX payment_attempts_team_id_created_at_idx ON payment_attempts (team_id, created_at);
DROP INDEX payment_attempts_team_id_idx;
