-- Which code a token came from, so that a code or refresh token that comes back ends what came from that code, and not
-- the user's other connections to the same app (RFC 6749 4.1.2, RFC 9700 4.14.2). Empty for tokens of the version before.
ALTER TABLE oauth_tokens ADD COLUMN code_hash bytea;
CREATE INDEX oauth_tokens_code_hash_idx ON oauth_tokens (code_hash);
-- Set when the code, or a refresh token that came from it, was used again: nothing more comes from it.
ALTER TABLE oauth_codes ADD COLUMN reused_at timestamptz(3);

-- A second secret, so that an app's servers can change theirs one after the other.
ALTER TABLE oauth_clients ADD COLUMN old_secret_hash bytea;
ALTER TABLE oauth_clients ADD CONSTRAINT old_secret_is_hashed CHECK (octet_length(old_secret_hash) = 32);
