-- Returns an id that sorts by creation, also within a millisecond: the bits after the millisecond are its fraction (RFC 9562, 6.2,
-- method 3). In plpgsql, so that the clock is read once.
CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid
  LANGUAGE plpgsql VOLATILE PARALLEL SAFE
  AS $$
  DECLARE
    micros bigint := extract(epoch FROM clock_timestamp()) * 1000000;
  BEGIN
    RETURN encode(
      overlay(uuid_send(gen_random_uuid())
              PLACING int8send((micros / 1000) << 16 | x'7000'::bigint | (micros % 1000) * 4096 / 1000)
              FROM 1 FOR 8),
      'hex')::uuid;
  END
  $$;

-- Raises an error with a message. The second operand of a check, `CHECK (rule OR refused('message'))`, so it is called only if the
-- rule is broken.
CREATE OR REPLACE FUNCTION refused(sentence text) RETURNS boolean
  LANGUAGE plpgsql
  AS $$
  BEGIN
    RAISE EXCEPTION '%', sentence USING ERRCODE = 'check_violation';
  END
  $$;

-- Rejects an empty required value with a message, and with the error code and names of Postgres' own error.
CREATE OR REPLACE FUNCTION require_filled(of_table oid, typed jsonb) RETURNS void
  LANGUAGE plpgsql
  AS $$
  DECLARE
    empty text;
  BEGIN
    SELECT attname INTO empty FROM pg_attribute
     WHERE attrelid = of_table AND attnum > 0 AND NOT attisdropped AND attnotnull AND typed->>attname IS NULL
     ORDER BY attnum LIMIT 1;
    IF FOUND THEN
      RAISE not_null_violation USING MESSAGE = 'Fill in ' || empty || ': it cannot be empty.',
        SCHEMA = 'public', TABLE = of_table::regclass::text, COLUMN = empty;
    END IF;
  END
  $$;

-- Rejects a value that another row has, with a message. Of two concurrent writes, the unique index rejects one.
CREATE OR REPLACE FUNCTION refuse_double(sentence text, of_table text, of_constraint text) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    RAISE unique_violation USING MESSAGE = sentence, SCHEMA = 'public', TABLE = of_table, CONSTRAINT = of_constraint;
  END
  $$;

-- Removes surrounding white space, and invisible characters that copying can add.
CREATE OR REPLACE FUNCTION trimmed(given text) RETURNS text
  LANGUAGE sql IMMUTABLE
  AS $$ SELECT regexp_replace(given, '^[\s\u00a0\u200b\u2060\ufeff]+|[\s\u00a0\u200b\u2060\ufeff]+$', '', 'g') $$;

-- Prevents redirects that send an app's code to a third party. Allows https without user, wildcard, query or fragment, plain http
-- on the app's own machine (RFC 9700 2.1, RFC 8252 7.3), or the scheme of a native app, a domain name backwards with a path
-- and no host (RFC 8252 7.1).
CREATE OR REPLACE FUNCTION are_redirect_uris(uris text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  AS $$
    SELECT coalesce(bool_and(
             uri ~ '^(https://[a-z0-9.-]+|http://(localhost|127\.0\.0\.1|\[::1\]))(:[0-9]{1,5})?(/[!$%&''()+,./0-9:;=@A-Z_a-z~-]*)?$'
             OR uri ~ '^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:/([!$%&''()+,.0-9:;=@A-Z_a-z~-][!$%&''()+,./0-9:;=@A-Z_a-z~-]*)?$'
           ), false)
      FROM unnest(uris) AS uri
  $$;
