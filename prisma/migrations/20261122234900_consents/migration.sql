-- What people agreed to, how, when, and in which words: one row for each consent, which stays when it is withdrawn.
CREATE TABLE consents (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  what text NOT NULL,
  how text NOT NULL,
  about text NOT NULL DEFAULT '',
  text_version text NOT NULL,
  language text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  withdrawn_at timestamptz(3),
  CONSTRAINT consents_what_check CHECK (what IN ('marketing', 'terms', 'billing')),
  CONSTRAINT consents_how_check CHECK (how IN ('ticked', 'implied', 'contract'))
);
CREATE INDEX consents_user_id_idx ON consents (user_id);
-- A card tried again, or a form sent twice, is the same consent.
CREATE UNIQUE INDEX one_live_consent ON consents (user_id, what, about, text_version, language) WHERE withdrawn_at IS NULL;

-- By which texts the form was sent; empty in rows of the release before.
ALTER TABLE registrations ADD COLUMN text_version text NOT NULL DEFAULT '';
