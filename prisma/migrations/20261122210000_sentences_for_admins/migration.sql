-- What an admin types into Prisma Studio is brought into its form, or refused with a sentence that says what to type
-- (decision 52). New rules are NOT VALID: a row of before that breaks one stays, and its readers go on past it.

-- The other half of a check, `CHECK (it holds OR refused('what to type'))`: called only where the rule is broken.
CREATE FUNCTION refused(sentence text) RETURNS boolean
  LANGUAGE plpgsql
  AS $$
  BEGIN
    RAISE EXCEPTION '%', sentence USING ERRCODE = 'check_violation';
  END
  $$;

-- Without white space around it, nor the invisible characters that come along when something is copied.
CREATE FUNCTION trimmed(given text) RETURNS text
  LANGUAGE sql IMMUTABLE
  AS $$ SELECT regexp_replace(given, '^[\s\u00a0\u200b\u2060\ufeff]+|[\s\u00a0\u200b\u2060\ufeff]+$', '', 'g') $$;

-- ── Teams ──

ALTER TABLE teams
  DROP CONSTRAINT name_is_given,
  DROP CONSTRAINT seat_limit_is_not_negative,
  ADD CONSTRAINT name_is_given CHECK (btrim(name) <> '' OR refused('A team needs a name.')) NOT VALID,
  ADD CONSTRAINT seat_limit_is_not_negative CHECK (
    seat_limit >= 0 OR refused('The seat limit is 0 or more: ' || seat_limit || ' is not.')
  ) NOT VALID;

CREATE FUNCTION tidy_team() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    NEW.name := trimmed(NEW.name);
    RETURN NEW;
  END
  $$;
CREATE TRIGGER tidied BEFORE INSERT OR UPDATE OF name ON teams
  FOR EACH ROW WHEN (NEW.name <> trimmed(NEW.name)) EXECUTE FUNCTION tidy_team();

-- ── Users ──

ALTER TABLE users
  DROP CONSTRAINT email_is_normalized,
  DROP CONSTRAINT password_is_hashed,
  ADD CONSTRAINT email_is_normalized CHECK (
    (email COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN email) > 1)
    OR refused('An address is written in small letters and without spaces, as in olive@acme.com: ' || email || ' is not.')
  ) NOT VALID,
  ADD CONSTRAINT password_is_hashed CHECK (
    password_hash IS NULL OR password_hash LIKE '$argon2id$%'
    OR refused('Leave password_hash empty: the person chooses a password with "Forgot password?" on the login page.')
  ) NOT VALID;

-- The one form of an address (decision 32), as far as SQL knows it. What only JavaScript could convert is refused, when it
-- is typed and never later: a row of before may be of another form.
CREATE FUNCTION tidy_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    NEW.email := trimmed(NEW.email);
    IF NEW.email COLLATE "C" ~ '^[!-~]+$' THEN
      NEW.email := lower(NEW.email COLLATE "C");
    END IF;
    IF NEW.email COLLATE "C" !~ '^[^@]+@(([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)|\[[0-9.]+\])$' THEN
      PERFORM refused('That is no address: ' || NEW.email
        || '. It is written as in olive@acme.com, its domain in plain letters (xn--… for others).');
    END IF;
    RETURN NEW;
  END
  $$;
CREATE TRIGGER tidied BEFORE INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION tidy_user();

-- ── Identity providers ──

ALTER TABLE identity_providers
  DROP CONSTRAINT name_fits_an_address,
  DROP CONSTRAINT sign_on_url_is_http,
  DROP CONSTRAINT something_is_signed,
  DROP CONSTRAINT name_id_format_is_known,
  ADD CONSTRAINT name_fits_an_address CHECK (
    name ~ '^[a-z0-9][a-z0-9-]{0,62}$'
    OR refused('The name is a part of the address /saml/name: small letters, digits and hyphens, at most 63.')
  ) NOT VALID,
  ADD CONSTRAINT entity_id_is_given CHECK (
    entity_id <> '' OR refused('The entity id is what the identity provider calls itself: it is "entityID" in its metadata.')
  ) NOT VALID,
  -- A host, a port that exists, no user, no space.
  ADD CONSTRAINT sign_on_url_is_http CHECK (
    single_sign_on_url
      ~ '^https?://([A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:]+\])(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5]?[0-9]{1,4}))?([/?#][^[:space:]]*)?$'
    OR refused('The single sign-on URL is a whole address, as in https://login.acme.com/saml: '
      || single_sign_on_url || ' is not.')
  ) NOT VALID,
  ADD CONSTRAINT attributes_are_named CHECK (
    (email_attribute <> '' AND first_name_attribute <> '' AND last_name_attribute <> '')
    OR refused('Name all three attributes as the identity provider sends them, as in email, firstName and lastName.')
  ) NOT VALID,
  ADD CONSTRAINT something_is_signed CHECK (
    is_response_signed OR is_assertion_signed
    OR refused('The response or the assertion must be signed: set is_response_signed, is_assertion_signed or both.')
  ) NOT VALID,
  ADD CONSTRAINT name_id_format_is_known CHECK (
    name_id_format IN ('unspecified', 'persistent', 'emailAddress')
    OR refused('The Name ID format is unspecified, persistent or emailAddress.')
  ) NOT VALID;

CREATE FUNCTION tidy_identity_provider() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    NEW.name := lower(trimmed(NEW.name) COLLATE "C");
    NEW.entity_id := trimmed(NEW.entity_id);
    NEW.single_sign_on_url := trimmed(NEW.single_sign_on_url);
    NEW.email_attribute := trimmed(NEW.email_attribute);
    NEW.first_name_attribute := trimmed(NEW.first_name_attribute);
    NEW.last_name_attribute := trimmed(NEW.last_name_attribute);
    NEW.name_id_format := trimmed(NEW.name_id_format);
    RETURN NEW;
  END
  $$;
CREATE TRIGGER tidied BEFORE INSERT OR UPDATE ON identity_providers
  FOR EACH ROW EXECUTE FUNCTION tidy_identity_provider();

-- ── Domains ──

-- Only when it is typed, as above: rows of before are moved into their form, or named, by every migration (decision 32).
CREATE FUNCTION tidy_domain() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    NEW.domain := lower(ltrim(trimmed(NEW.domain), '@') COLLATE "C");
    IF NEW.domain COLLATE "C" !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)$' THEN
      PERFORM refused('A domain is what stands after the @ of the company''s addresses, as in acme.com: '
        || NEW.domain || ' is not. One with other letters is written xn--….');
    END IF;
    RETURN NEW;
  END
  $$;
CREATE TRIGGER tidied BEFORE INSERT OR UPDATE OF domain ON idp_domains
  FOR EACH ROW EXECUTE FUNCTION tidy_domain();

-- ── Certificates ──

-- One certificate as PEM (RFC 7468, 5.1), of what people paste: a cell of one line that lost the line breaks, the bare
-- base64 of metadata, "\n" spelled out, or text around it. Looks at the outside of the DER only (RFC 5280, 4.1): a
-- certificate cut off, a request, a key and PKCS #7 are refused; what is inside is read by whoever uses it.
CREATE FUNCTION to_certificate_pem(given text) RETURNS text
  LANGUAGE plpgsql
  AS $$
  DECLARE
    begins CONSTANT text := '-----BEGIN (?:X509 )?CERTIFICATE-----';
    body text := given;
    der bytea;
    head integer;
    size integer;
  BEGIN
    IF given ~ 'PRIVATE KEY' THEN
      PERFORM refused('This is a private key. Nobody but its owner may have it: ask for the certificate, and have the key exchanged.');
    ELSIF given ~ (begins || '.*' || begins) THEN
      PERFORM refused('These are several certificates. Give each a row of its own: the one that signs is enough.');
    ELSIF given ~ begins THEN
      body := substring(given FROM begins || '(.*)-----END');
    END IF;
    body := rtrim(regexp_replace(body, '\\[rn]|[\s\u00a0\u200b\u2060\ufeff]', '', 'g'), '=');
    IF body IS NULL OR body !~ '^[A-Za-z0-9+/]+$' OR length(body) % 4 = 1 THEN
      PERFORM refused('This is no certificate. Paste it whole, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.');
    END IF;
    der := decode(rpad(body, (length(body) + 3) / 4 * 4, '='), 'base64');
    -- How long it says it is: a length of one byte, or of so many bytes (X.690, 8.1.3).
    IF octet_length(der) >= 16 AND get_byte(der, 0) = 48 THEN
      IF get_byte(der, 1) < 128 THEN
        head := 2;
        size := head + get_byte(der, 1);
      ELSIF get_byte(der, 1) = 129 THEN
        head := 3;
        size := head + get_byte(der, 2);
      ELSIF get_byte(der, 1) = 130 THEN
        head := 4;
        size := head + 256 * get_byte(der, 2) + get_byte(der, 3);
      END IF;
    END IF;
    IF size > octet_length(der) THEN
      PERFORM refused('The certificate is not whole: ' || octet_length(der) || ' of ' || size || ' bytes are there.');
    END IF;
    -- A sequence, with a sequence in it that begins with the version [0], or in version 1 with the serial number.
    IF size IS DISTINCT FROM octet_length(der) OR get_byte(der, head) <> 48
       OR encode(substring(der FROM head + 2 FOR 6), 'hex') !~ '^(?:[0-7].|81..|82....)(?:a0|02(?!0100))' THEN
      PERFORM refused('This is no certificate. Paste it whole, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.');
    END IF;
    RETURN E'-----BEGIN CERTIFICATE-----\n'
      || regexp_replace(replace(encode(der, 'base64'), E'\n', ''), '(.{1,64})', E'\\1\n', 'g')
      || E'-----END CERTIFICATE-----\n';
  END
  $$;

CREATE FUNCTION tidy_certificate() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    NEW.pem := to_certificate_pem(NEW.pem);
    RETURN NEW;
  END
  $$;
CREATE TRIGGER tidied BEFORE INSERT OR UPDATE OF pem ON idp_certificates
  FOR EACH ROW EXECUTE FUNCTION tidy_certificate();

-- Those that were pasted before. One that is none stays: it is named each morning, and by the page of its owner.
DO $$
  DECLARE
    certificate record;
  BEGIN
    FOR certificate IN SELECT id, pem FROM idp_certificates LOOP
      BEGIN
        UPDATE idp_certificates SET pem = certificate.pem WHERE id = certificate.id;
      EXCEPTION WHEN check_violation THEN
        NULL;
      END;
    END LOOP;
  END
$$;

-- ── Apps ──

ALTER TABLE oauth_clients
  DROP CONSTRAINT name_is_given,
  DROP CONSTRAINT client_id_is_plain,
  DROP CONSTRAINT secret_is_hashed,
  DROP CONSTRAINT old_secret_is_hashed,
  ADD CONSTRAINT name_is_given CHECK (btrim(name) <> '' OR refused('An app needs a name: people read it when they are asked.'))
    NOT VALID,
  ADD CONSTRAINT client_id_is_plain CHECK (
    client_id ~ '^[A-Za-z0-9._~-]{1,200}$'
    OR refused('The client id has letters, digits, hyphens, dots, _ and ~ only: "' || client_id || '" does not.')
  ) NOT VALID,
  ADD CONSTRAINT secret_is_hashed CHECK (
    secret_hash IS NULL OR octet_length(secret_hash) = 32
    OR refused('Leave secret_hash empty. An app that keeps a secret is registered with: npm run oauth:register.')
  ) NOT VALID,
  ADD CONSTRAINT old_secret_is_hashed CHECK (
    old_secret_hash IS NULL OR octet_length(old_secret_hash) = 32
    OR refused('Leave old_secret_hash empty. A secret is exchanged with: npm run oauth:edit.')
  ) NOT VALID;

-- Studio makes NULL of an array that is typed without brackets and quotes, and says nothing.
CREATE FUNCTION tidy_oauth_client() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    wrong text;
  BEGIN
    NEW.name := trimmed(NEW.name);
    NEW.client_id := trimmed(NEW.client_id);
    SELECT array_agg(trimmed(uri) ORDER BY place) INTO NEW.redirect_uris
      FROM unnest(NEW.redirect_uris) WITH ORDINALITY AS typed (uri, place);
    SELECT array_agg(trimmed(scope) ORDER BY place) INTO NEW.scopes
      FROM unnest(NEW.scopes) WITH ORDINALITY AS typed (scope, place);
    IF length(NEW.name) > 60 OR NEW.name ~ '[[:cntrl:]\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]' THEN
      PERFORM refused('The name of an app has at most 60 characters, none of them invisible.');
    ELSIF NEW.redirect_uris IS NULL THEN
      PERFORM refused('Type one or more redirect_uris with brackets and quotes, as in ["https://app.example.com/callback"].');
    ELSIF NEW.scopes IS NULL THEN
      PERFORM refused('Type one or more scopes with brackets and quotes, as in ["profile", "diagrams.read"].');
    END IF;
    SELECT uri INTO wrong FROM unnest(NEW.redirect_uris) AS uri
     WHERE NOT are_redirect_uris(ARRAY[uri]) OR uri ~ ':(6553[6-9]|655[4-9].|65[6-9]..|6[6-9]...|[7-9]....)(/|$)' LIMIT 1;
    IF FOUND THEN
      PERFORM refused('An app is answered at https://… without user, query or #, on its own machine at http://localhost, '
        || 'http://127.0.0.1 or http://[::1], or at a scheme with a dot, as in com.example.app:/callback; hosts in small '
        || 'letters. This is none: "' || coalesce(wrong, '') || '".');
    END IF;
    SELECT scope INTO wrong FROM unnest(NEW.scopes) AS scope
     WHERE scope IS NULL OR scope NOT IN ('profile', 'diagrams.read', 'diagrams.write', 'events.invite') LIMIT 1;
    IF FOUND THEN
      PERFORM refused('There is no scope "' || coalesce(wrong, '')
        || '". There are profile, diagrams.read, diagrams.write and events.invite.');
    END IF;
    RETURN NEW;
  END
  $$;
CREATE TRIGGER tidied BEFORE INSERT OR UPDATE OF name, client_id, redirect_uris, scopes ON oauth_clients
  FOR EACH ROW EXECUTE FUNCTION tidy_oauth_client();

-- ── Gates ──

-- The words stay, with what to do beside them.
CREATE OR REPLACE FUNCTION require_free_seat() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    seats integer;
    used integer;
  BEGIN
    -- Whoever takes a seat of a team waits for whoever is just taking one. Not FOR UPDATE: the foreign key has locked the
    -- row's key for both already, and they would wait for each other.
    SELECT seat_limit INTO seats FROM teams WHERE id = NEW.team_id FOR NO KEY UPDATE;
    SELECT count(*) INTO used FROM users WHERE team_id = NEW.team_id AND deactivated_at IS NULL;
    IF TG_TABLE_NAME = 'team_invitations' OR NOT EXISTS (
      SELECT FROM team_invitations
       WHERE team_id = NEW.team_id AND email = NEW.email AND accepted_at = now()::timestamptz(3)
    ) THEN
      used := used + (
        SELECT count(*) FROM team_invitations
         WHERE team_id = NEW.team_id AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now());
    END IF;
    IF used > seats THEN
      RAISE EXCEPTION 'no_free_seat' USING ERRCODE = 'SEAT0',
        HINT = 'The team has ' || seats || ' seats, and members and live invitations hold them all: raise its seat_limit first.';
    END IF;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE FUNCTION require_one_issuer_for_domain(wanted text) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    -- Two that claim a domain at once wait for each other here; the later one sees the earlier one's row.
    PERFORM pg_advisory_xact_lock(hashtextextended('idp_domain ' || wanted, 0));
    IF (SELECT count(DISTINCT i.entity_id) FROM idp_domains d
          JOIN identity_providers i ON i.id = d.identity_provider_id WHERE d.domain = wanted) > 1 THEN
      RAISE EXCEPTION 'domain_of_another_issuer' USING ERRCODE = 'IDPD0',
        HINT = 'The domain ' || wanted || ' belongs to an identity provider with another entity id already.';
    END IF;
  END
  $$;
