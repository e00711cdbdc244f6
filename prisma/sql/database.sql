-- Ids in the order in which they are made, within a millisecond, too: the random bits behind the millisecond hold its
-- fraction (RFC 9562, 6.2, method 3). In plpgsql, so that the clock is read once.
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

-- The other half of a check, `CHECK (it holds OR refused('what to type'))`: called only where the rule is broken.
CREATE OR REPLACE FUNCTION refused(sentence text) RETURNS boolean
  LANGUAGE plpgsql
  AS $$
  BEGIN
    RAISE EXCEPTION '%', sentence USING ERRCODE = 'check_violation';
  END
  $$;

-- Refuses with a sentence what is left empty and must not be. The code and the names are those of Postgres.
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

-- Refuses with a sentence a value that another row has. Of two that are written at once the unique index refuses one.
CREATE OR REPLACE FUNCTION refuse_double(sentence text, of_table text, of_constraint text) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    RAISE unique_violation USING MESSAGE = sentence, SCHEMA = 'public', TABLE = of_table, CONSTRAINT = of_constraint;
  END
  $$;

-- Without white space around it, nor the invisible characters that come along when something is copied.
CREATE OR REPLACE FUNCTION trimmed(given text) RETURNS text
  LANGUAGE sql IMMUTABLE
  AS $$ SELECT regexp_replace(given, '^[\s\u00a0\u200b\u2060\ufeff]+|[\s\u00a0\u200b\u2060\ufeff]+$', '', 'g') $$;

-- Against a redirect that hands an app's code to somebody else: https without user, wildcard, query or fragment, plain http
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
