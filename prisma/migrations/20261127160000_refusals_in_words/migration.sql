-- Refusals in words for what administrators type or delete in Prisma Studio; the reasons stand in prisma/sql.

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

CREATE OR REPLACE FUNCTION refuse_double(sentence text, of_table text, of_constraint text) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    RAISE unique_violation USING MESSAGE = sentence, SCHEMA = 'public', TABLE = of_table, CONSTRAINT = of_constraint;
  END
  $$;

CREATE OR REPLACE FUNCTION tidy_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.email := trimmed(NEW.email);
    IF NEW.email COLLATE "C" ~ '^[!-~]+$' THEN
      NEW.email := lower(NEW.email COLLATE "C");
    ELSIF NEW.email ~ '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]' THEN
      PERFORM refused('The address has invisible characters: type it, and do not paste it.');
    ELSIF NEW.email <> lower(normalize(NEW.email) COLLATE "und-x-icu") THEN
      PERFORM refused('An address is written in small letters, an accent in one character with its letter: '
        || lower(normalize(NEW.email) COLLATE "und-x-icu"));
    END IF;
    IF NEW.email COLLATE "C" !~ '^[^@]+@(([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)|\[[0-9.]+\])$' THEN
      PERFORM refused('That is no address: ' || NEW.email
        || '. It is written as in olive@acme.com, its domain in plain letters (xn--… for others).');
    END IF;
    IF EXISTS (SELECT FROM users WHERE email = NEW.email AND id <> NEW.id) THEN
      PERFORM refuse_double('Somebody has an account with the address ' || NEW.email || ' already.',
        'users', 'users_email_key');
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.team_id <> NEW.team_id THEN
      NEW.team_since := now();
    END IF;
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON users
  FOR EACH ROW EXECUTE FUNCTION tidy_user();

CREATE OR REPLACE FUNCTION note_erasure() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    team record;
  BEGIN
    -- Who joins the team waits for this lock.
    SELECT id, name INTO team FROM teams WHERE owner_id = OLD.id FOR NO KEY UPDATE;
    IF FOUND AND EXISTS (SELECT FROM users WHERE team_id = team.id AND id <> OLD.id) THEN
      PERFORM refused(OLD.email || ' owns the team "' || team.name || '", which has other members. Hand it over first: '
        || 'put the id of one of them into the owner_id of the team.');
    END IF;
    INSERT INTO erasures (id_hash) VALUES (sha256(convert_to('erased ' || OLD.id, 'UTF8'))) ON CONFLICT DO NOTHING;
    RETURN OLD;
  END
  $$;

CREATE OR REPLACE TRIGGER erased BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION note_erasure();

CREATE OR REPLACE FUNCTION tidy_team() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.name := trimmed(NEW.name);
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON teams
  FOR EACH ROW EXECUTE FUNCTION tidy_team();

CREATE OR REPLACE FUNCTION tidy_identity_provider() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.name := lower(trimmed(NEW.name) COLLATE "C");
    NEW.entity_id := trimmed(NEW.entity_id);
    NEW.single_sign_on_url := trimmed(NEW.single_sign_on_url);
    NEW.email_attribute := trimmed(NEW.email_attribute);
    NEW.first_name_attribute := trimmed(NEW.first_name_attribute);
    NEW.last_name_attribute := trimmed(NEW.last_name_attribute);
    NEW.name_id_format := trimmed(NEW.name_id_format);
    IF NEW.single_sign_on_url ~ '^http://' AND NEW.single_sign_on_url !~ '^http://(localhost|127\.0\.0\.1|\[::1\])[:/]' THEN
      PERFORM refused('The single sign-on URL begins with https://, because people send what signs them in from there: '
        || NEW.single_sign_on_url || ' does not.');
    END IF;
    IF EXISTS (SELECT FROM identity_providers WHERE name = NEW.name AND id <> NEW.id) THEN
      PERFORM refuse_double('Another identity provider has the name ' || NEW.name || ' already.',
        'identity_providers', 'identity_providers_name_key');
    END IF;
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON identity_providers
  FOR EACH ROW EXECUTE FUNCTION tidy_identity_provider();

CREATE OR REPLACE FUNCTION tidy_certificate() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.pem := to_certificate_pem(NEW.pem);
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON idp_certificates
  FOR EACH ROW EXECUTE FUNCTION tidy_certificate();

CREATE OR REPLACE FUNCTION tidy_domain() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    issuer text;
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.domain := lower(ltrim(trimmed(NEW.domain), '@') COLLATE "C");
    IF NEW.domain COLLATE "C" !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)$' THEN
      PERFORM refused('A domain is what stands after the @ of the company''s addresses, as in acme.com: '
        || NEW.domain || ' is not. One with other letters is written xn--….');
    END IF;
    IF (TG_OP = 'INSERT' OR OLD IS DISTINCT FROM NEW)
       AND EXISTS (SELECT FROM idp_domains WHERE domain = NEW.domain AND identity_provider_id = NEW.identity_provider_id) THEN
      PERFORM refuse_double('The identity provider has the domain ' || NEW.domain || ' already.',
        'idp_domains', 'idp_domains_pkey');
    END IF;
    -- First the provider, then the domain: the order of a change of the issuer.
    SELECT entity_id INTO issuer FROM identity_providers WHERE id = NEW.identity_provider_id FOR SHARE;
    PERFORM require_one_issuer(NEW.domain, NEW.identity_provider_id, issuer);
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE FUNCTION tidy_oauth_client() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    wrong text;
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.name := trimmed(NEW.name);
    NEW.client_id := trimmed(NEW.client_id);
    IF EXISTS (SELECT FROM oauth_clients WHERE client_id = NEW.client_id AND id <> NEW.id) THEN
      PERFORM refuse_double('Another app has the client id ' || NEW.client_id || ' already.',
        'oauth_clients', 'oauth_clients_client_id_key');
    END IF;
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
    IF TG_OP = 'UPDATE' AND NOT OLD.scopes <@ NEW.scopes THEN
      UPDATE oauth_grants
         SET scopes = ARRAY(SELECT scope FROM unnest(scopes) AS scope WHERE scope = ANY (NEW.scopes)),
             revoked_at = CASE WHEN NOT scopes && NEW.scopes THEN now() END
       WHERE client_id = OLD.id AND revoked_at IS NULL AND NOT scopes <@ NEW.scopes;
    END IF;
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON oauth_clients
  FOR EACH ROW EXECUTE FUNCTION tidy_oauth_client();
