-- Which code a token came from, so that a code or refresh token that comes back ends what came from that code, and not
-- the user's other connections to the same app (RFC 6749 4.1.2, RFC 9700 4.14.2). Empty for tokens of the version before.
ALTER TABLE oauth_tokens ADD COLUMN code_hash bytea;
CREATE INDEX oauth_tokens_code_hash_idx ON oauth_tokens (code_hash);
-- Set when the code, or a refresh token that came from it, was used again: nothing more comes from it.
ALTER TABLE oauth_codes ADD COLUMN reused_at timestamptz(3);
