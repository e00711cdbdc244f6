-- Messages for administrators, and comments, in plain English.
CREATE OR REPLACE FUNCTION delete_old_events(keep_days integer, most integer) RETURNS bigint
  LANGUAGE plpgsql STRICT SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    deleted bigint;
  BEGIN
    -- The minimum of AUDIT_RETENTION_DAYS.
    IF keep_days < 30 THEN
      RAISE insufficient_privilege USING MESSAGE = 'events are kept for at least 30 days';
    END IF;
    DELETE FROM audit_events WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM audit_events WHERE at < now() - make_interval(days => keep_days) LIMIT most FOR UPDATE SKIP LOCKED
    ));
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN deleted;
  END;
$$;

CREATE OR REPLACE FUNCTION forget_person(address text, account uuid, held_from timestamptz, held_until timestamptz) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    jobs bigint;
    events bigint;
  BEGIN
    IF EXISTS (SELECT FROM users WHERE email = address OR id = account) THEN
      RAISE insufficient_privilege USING MESSAGE = 'the log keeps the names of a user who still has an account';
    END IF;
    DELETE FROM pgboss.job
     WHERE data->>'userId' = account::text
        OR (data->>'to' = address OR data->>'email' = address)
           AND (held_from IS NULL OR created_on > held_from)
           AND (held_until IS NULL OR date_trunc('milliseconds', created_on) <= held_until);
    GET DIAGNOSTICS jobs = ROW_COUNT;
    UPDATE audit_events SET email = '', ip_address = '', user_agent = ''
     WHERE user_id = account
        OR email = address AND (held_from IS NULL OR at > held_from) AND (held_until IS NULL OR at <= held_until);
    GET DIAGNOSTICS events = ROW_COUNT;
    UPDATE audit_events SET details = details - 'address' - 'nameId'
     WHERE details->>'address' = address AND (held_from IS NULL OR at > held_from) AND (held_until IS NULL OR at <= held_until);
    RETURN jobs + events;
  END;
$$;

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
      PERFORM refused('The single sign-on URL must begin with https://, because browsers send sign-in data there: '
        || NEW.single_sign_on_url || ' does not.');
    END IF;
    IF EXISTS (SELECT FROM identity_providers WHERE name = NEW.name AND id <> NEW.id) THEN
      PERFORM refuse_double('Another identity provider already has the name ' || NEW.name || '.',
        'identity_providers', 'identity_providers_name_key');
    END IF;
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE FUNCTION to_certificate_pem(given text) RETURNS text
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
      PERFORM refused('This is a private key, which only the company may have. Ask it for the certificate, and to replace the key.');
    ELSIF given ~ (begins || '.*' || begins) THEN
      PERFORM refused('These are several certificates. Add only those that sign, each in its own row.');
    ELSIF given ~ begins THEN
      body := substring(given FROM begins || '(.*)-----END');
    END IF;
    body := rtrim(regexp_replace(body, '\\[rn]|[\s\u00a0\u200b\u2060\ufeff]', '', 'g'), '=');
    IF body IS NULL OR body !~ '^[A-Za-z0-9+/]+$' OR length(body) % 4 = 1 THEN
      PERFORM refused('This is not a certificate. Paste all of it, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.');
    END IF;
    der := decode(rpad(body, (length(body) + 3) / 4 * 4, '='), 'base64');
    -- Reads the length of the certificate: one byte, or a count of bytes and then these bytes (X.690, 8.1.3).
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
      PERFORM refused('The certificate is incomplete: it has ' || octet_length(der) || ' of ' || size || ' bytes.');
    END IF;
    -- Expects a sequence that contains a sequence, which begins with the version [0] or, in version 1, with the serial number.
    IF size IS DISTINCT FROM octet_length(der) OR get_byte(der, head) <> 48
       OR encode(substring(der FROM head + 2 FOR 6), 'hex') !~ '^(?:[0-7].|81..|82....)(?:a0|02(?!0100))' THEN
      PERFORM refused('This is not a certificate. Paste all of it, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.');
    END IF;
    RETURN E'-----BEGIN CERTIFICATE-----\n'
      || regexp_replace(replace(encode(der, 'base64'), E'\n', ''), '(.{1,64})', E'\\1\n', 'g')
      || E'-----END CERTIFICATE-----\n';
  END
  $$;

CREATE OR REPLACE FUNCTION require_one_issuer(of_domain text, provider uuid, issuer text) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    -- Two transactions that claim a domain concurrently wait for each other here. The later one sees the row of the earlier one.
    PERFORM pg_advisory_xact_lock(hashtextextended('idp_domain ' || of_domain, 0));
    IF EXISTS (
      SELECT FROM idp_domains d JOIN identity_providers i ON i.id = d.identity_provider_id
       WHERE d.domain = of_domain AND i.id <> provider AND i.entity_id <> issuer
    ) THEN
      RAISE EXCEPTION 'domain_of_another_issuer' USING ERRCODE = 'IDPD0',
        HINT = 'The domain ' || of_domain || ' already belongs to an identity provider with another entity ID.';
    END IF;
  END
  $$;

CREATE OR REPLACE FUNCTION tidy_domain() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    issuer text;
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.domain := lower(ltrim(trimmed(NEW.domain), '@') COLLATE "C");
    IF NEW.domain COLLATE "C" !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)$' THEN
      PERFORM refused('Write the part after the @ of the company''s addresses, like acme.com (xn--… for other letters): '
        || NEW.domain || ' is not a domain.');
    END IF;
    IF EXISTS (SELECT FROM public_mail_domains WHERE domain = NEW.domain) THEN
      PERFORM refused(NEW.domain || ' is a mail provider''s: anybody can get an address there. Name a domain of the company.');
    END IF;
    IF (TG_OP = 'INSERT' OR OLD IS DISTINCT FROM NEW)
       AND EXISTS (SELECT FROM idp_domains WHERE domain = NEW.domain AND identity_provider_id = NEW.identity_provider_id) THEN
      PERFORM refuse_double('The identity provider already has the domain ' || NEW.domain || '.',
        'idp_domains', 'idp_domains_pkey');
    END IF;
    -- Locks the provider, then the domain, in the same order as a change of the issuer.
    SELECT entity_id INTO issuer FROM identity_providers WHERE id = NEW.identity_provider_id FOR SHARE;
    PERFORM require_one_issuer(NEW.domain, NEW.identity_provider_id, issuer);
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE FUNCTION end_trust_in_identity_provider() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    has_other_issuer boolean := TG_OP = 'UPDATE' AND OLD.entity_id <> NEW.entity_id;
  BEGIN
    IF TG_OP = 'DELETE' OR has_other_issuer OR OLD.is_enabled AND NOT NEW.is_enabled THEN
      PERFORM end_access_on_word_of(OLD.id);
    END IF;
    IF TG_OP = 'DELETE' OR has_other_issuer THEN
      INSERT INTO former_identities (team_id, user_id)
      SELECT DISTINCT u.team_id, u.id
        FROM sso_identities s
        JOIN users u ON u.id = s.user_id
        -- A team that is being deleted gets no rows.
        JOIN teams t ON t.id = u.team_id
       WHERE s.identity_provider_id = OLD.id AND u.team_id = OLD.team_id
          ON CONFLICT (team_id, user_id) DO NOTHING;
      DELETE FROM sso_identities WHERE identity_provider_id = OLD.id;
      DELETE FROM pending_identities WHERE identity_provider_id = OLD.id;
    END IF;
    IF has_other_issuer THEN
      PERFORM require_one_issuer(domain, OLD.id, NEW.entity_id)
         FROM (SELECT domain FROM idp_domains WHERE identity_provider_id = OLD.id ORDER BY domain) own;
    END IF;
    RETURN coalesce(NEW, OLD);
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
      PERFORM refuse_double('Another app already has the client ID ' || NEW.client_id || '.',
        'oauth_clients', 'oauth_clients_client_id_key');
    END IF;
    SELECT array_agg(trimmed(uri) ORDER BY place) INTO NEW.redirect_uris
      FROM unnest(NEW.redirect_uris) WITH ORDINALITY AS typed (uri, place);
    SELECT array_agg(trimmed(scope) ORDER BY place) INTO NEW.scopes
      FROM unnest(NEW.scopes) WITH ORDINALITY AS typed (scope, place);
    IF length(NEW.name) > 60 OR NEW.name ~ '[[:cntrl:]\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]' THEN
      PERFORM refused('The name of an app has at most 60 characters, and no invisible ones.');
    ELSIF NEW.redirect_uris IS NULL THEN
      PERFORM refused('Type one or more redirect_uris with brackets and quotes, as in ["https://app.example.com/callback"].');
    ELSIF NEW.scopes IS NULL THEN
      PERFORM refused('Type one or more scopes with brackets and quotes, as in ["profile", "diagrams.read"].');
    END IF;
    SELECT uri INTO wrong FROM unnest(NEW.redirect_uris) AS uri
     WHERE NOT are_redirect_uris(ARRAY[uri]) OR uri ~ ':(6553[6-9]|655[4-9].|65[6-9]..|6[6-9]...|[7-9]....)(/|$)' LIMIT 1;
    IF FOUND THEN
      PERFORM refused('"' || coalesce(wrong, '') || '" is not allowed as a redirect URI. Use https:// without user, query or #, '
        || 'or http://localhost, http://127.0.0.1 or http://[::1] for an app on the user''s machine, or a scheme with a dot, like '
        || 'com.example.app:/callback. Write the host in lower case.');
    END IF;
    SELECT scope INTO wrong FROM unnest(NEW.scopes) AS scope
     WHERE scope IS NULL OR scope NOT IN ('profile', 'diagrams.read', 'diagrams.write', 'events.invite') LIMIT 1;
    IF FOUND THEN
      PERFORM refused('There is no scope "' || coalesce(wrong, '')
        || '". The scopes are profile, diagrams.read, diagrams.write and events.invite.');
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

CREATE OR REPLACE FUNCTION tidy_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.email := trimmed(NEW.email);
    IF NEW.email COLLATE "C" ~ '^[!-~]+$' THEN
      NEW.email := lower(NEW.email COLLATE "C");
    ELSIF NEW.email ~ '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]' THEN
      PERFORM refused('The address has invisible characters. Type it instead of pasting it.');
    ELSIF NEW.email ~ '[\uff01-\uffdc]' THEN
      PERFORM refused('Write the address without full-width letters: ' || lower(normalize(NEW.email, NFKC) COLLATE "und-x-icu"));
    ELSIF NEW.email <> lower(normalize(NEW.email) COLLATE "und-x-icu") THEN
      PERFORM refused('Write the address in lower case, and each accent and its letter as one character: '
        || lower(normalize(NEW.email) COLLATE "und-x-icu"));
    END IF;
    IF NEW.email COLLATE "C" !~ '^[^@]+@(([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)|\[[0-9.]+\])$' THEN
      PERFORM refused(NEW.email || ' is not an email address. Write it like olive@acme.com, '
        || 'with the domain in ASCII (xn--… for other letters).');
    END IF;
    -- Waits for a transaction that changes this address to another one.
    PERFORM FROM users WHERE email = NEW.email AND id <> NEW.id FOR KEY SHARE;
    IF FOUND THEN
      PERFORM refuse_double('Another user already has the address ' || NEW.email || '.',
        'users', 'users_email_key');
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.team_id <> NEW.team_id THEN
      NEW.team_since := now();
    END IF;
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE FUNCTION note_erasure() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    team record;
  BEGIN
    -- A user who joins the team waits for this lock.
    SELECT id, name INTO team FROM teams WHERE owner_id = OLD.id FOR NO KEY UPDATE;
    IF FOUND THEN
      IF EXISTS (SELECT FROM users WHERE team_id = team.id AND id <> OLD.id) THEN
        PERFORM refused(OLD.email || ' owns the team "' || team.name || '", which has other members. Transfer it first: '
          || 'put the id of another member into the team''s owner_id.');
      END IF;
      PERFORM refused(OLD.email || ' owns the team "' || team.name || '". To erase both, run: npm run operate -- erase-user. '
        || 'To keep the team, first empty its owner_id.');
    END IF;
    INSERT INTO erasures (id_hash) VALUES (sha256(convert_to('erased ' || OLD.id, 'UTF8'))) ON CONFLICT DO NOTHING;
    RETURN OLD;
  END
  $$;

CREATE OR REPLACE FUNCTION proof_changed() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    is_moved boolean := NEW.email <> OLD.email;
    has_other_password boolean := NEW.password_hash IS DISTINCT FROM OLD.password_hash;
    is_shut_out boolean := NEW.deactivated_at IS NOT NULL AND OLD.deactivated_at IS NULL;
  BEGIN
    -- A browser is known for a user and an address.
    IF is_moved OR is_shut_out THEN
      DELETE FROM known_devices WHERE user_id = NEW.id;
    END IF;
    IF is_moved OR has_other_password OR is_shut_out THEN
      DELETE FROM pending_logins WHERE user_id = NEW.id;
      UPDATE factor_recoveries SET outcome = 'replaced', over_at = now() WHERE user_id = NEW.id AND over_at IS NULL;
      UPDATE one_time_links SET replaced_at = now()
       WHERE user_id = NEW.id AND used_at IS NULL AND replaced_at IS NULL AND expires_at > now();
    END IF;
    IF is_shut_out THEN
      DELETE FROM sessions WHERE user_id = NEW.id;
      UPDATE oauth_grants SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
      -- The reactivation of a user does not restore an offer.
      DELETE FROM owner_offers WHERE owner_id = NEW.id OR member_id = NEW.id;
    END IF;
    -- The wrong codes came from a person who knew the former password. The count since the last correct code stays.
    IF has_other_password THEN
      UPDATE second_factor_lockouts SET locked_until = NULL, failed_count = 0
       WHERE user_id = NEW.id AND (locked_until IS NOT NULL OR failed_count > 0);
    END IF;
    -- The copy and erasure of the user's data need the former address.
    IF is_moved THEN
      DELETE FROM former_addresses WHERE user_id = NEW.id AND email = NEW.email;
      INSERT INTO former_addresses (user_id, email) VALUES (NEW.id, OLD.email)
        ON CONFLICT (user_id, email) DO UPDATE SET given_up_at = EXCLUDED.given_up_at;
    END IF;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE FUNCTION tidy_team() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      IF EXISTS (SELECT FROM users WHERE team_id = OLD.id) THEN
        PERFORM refused('The team "' || OLD.name || '" has members. First move them to another team_id, or erase them: '
          || 'npm run operate -- erase-user.');
      ELSIF EXISTS (SELECT FROM subscriptions WHERE team_id = OLD.id) THEN
        PERFORM refused('The team "' || OLD.name || '" has a subscription, which stays on record. Keep the team, and change its name.');
      END IF;
      RETURN OLD;
    END IF;
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    IF TG_OP = 'UPDATE' AND NEW.owner_id IS NULL AND OLD.owner_id IS NOT NULL THEN
      IF EXISTS (SELECT FROM users WHERE team_id = OLD.id AND id <> OLD.owner_id) THEN
        PERFORM refused('The team "' || OLD.name || '" has other members, so it needs an owner. Put the id of one of them into owner_id.');
      -- The same rule as isChargedOn (libs/catalog/src/subscription-states.ts).
      ELSIF EXISTS (
          SELECT FROM subscriptions
           WHERE team_id = OLD.id AND status IN ('trialing', 'active', 'past_due')
             AND (status = 'past_due' OR NOT is_cancel_scheduled OR next_charge_at IS NOT NULL)) THEN
        PERFORM refused('The plan of the team "' || OLD.name || '" is still charged, so it needs an owner. Cancel the plan first.');
      END IF;
    END IF;
    NEW.name := trimmed(NEW.name);
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE FUNCTION require_free_seat(of_team uuid, taker uuid, is_invited boolean) RETURNS void
  LANGUAGE plpgsql
  AS $$
  DECLARE
    seats integer;
    used integer;
    owner uuid;
  BEGIN
    -- Transactions that take a seat wait for each other here. A stronger lock would deadlock, because the foreign key of each has
    -- already locked the row's key.
    SELECT seat_limit, owner_id INTO seats, owner FROM teams WHERE id = of_team FOR NO KEY UPDATE;
    IF owner IS DISTINCT FROM taker AND EXISTS (SELECT FROM users WHERE id = owner AND leaving_at IS NOT NULL) THEN
      RAISE EXCEPTION 'no_free_seat' USING ERRCODE = 'SEAT0',
        HINT = 'The owner of the team has requested the deletion of their account, so no one can join the team.';
    END IF;
    SELECT count(*) INTO used FROM users WHERE team_id = of_team AND deactivated_at IS NULL;
    IF NOT is_invited THEN
      used := used + (
        SELECT count(*) FROM team_invitations
         WHERE team_id = of_team AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now());
    END IF;
    IF used > seats THEN
      RAISE EXCEPTION 'no_free_seat' USING ERRCODE = 'SEAT0',
        HINT = 'Members and valid invitations use all ' || seats || ' seats of the team. Raise its seat_limit first.';
    END IF;
  END
  $$;

CREATE OR REPLACE FUNCTION seat_member() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF NEW.deactivated_at IS NOT NULL
       OR TG_OP = 'UPDATE' AND OLD.team_id = NEW.team_id AND OLD.deactivated_at IS NULL THEN
      RETURN NULL;
    END IF;
    -- A user who accepts an invitation in this transaction takes its seat, even if it has just expired.
    PERFORM require_free_seat(NEW.team_id, NEW.id, EXISTS (
      SELECT FROM team_invitations
       WHERE team_id = NEW.team_id AND email = NEW.email AND accepted_at IS NOT NULL
         AND xmin = pg_current_xact_id()::xid));
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE FUNCTION seat_invitation() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    -- A valid invitation keeps its seat when `expires_at` moves, also in a team whose limit was lowered: its seven days start when
    -- its mail is written. An invitation that is about to expire needs a free seat, because others may count it as expired.
    IF NEW.accepted_at IS NOT NULL OR NEW.revoked_at IS NOT NULL OR NEW.expires_at <= now()
       OR TG_OP = 'UPDATE' AND OLD.team_id = NEW.team_id AND OLD.accepted_at IS NULL AND OLD.revoked_at IS NULL
          AND OLD.expires_at > now() + interval '1 minute' THEN
      RETURN NULL;
    END IF;
    PERFORM require_free_seat(NEW.team_id, NULL, false);
    RETURN NULL;
  END
  $$;
