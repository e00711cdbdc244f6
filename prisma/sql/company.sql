-- Normalizes values typed in Studio. The name is part of a URL. The API compares the other values exactly.
-- Red without it: apps/api/src/database/typed-by-admins.spec.ts, "the fields of an identity provider"
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

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON identity_providers
  FOR EACH ROW EXECUTE FUNCTION tidy_identity_provider();

-- Returns one certificate as PEM (RFC 7468, 5.1). Accepts pasted text without line breaks, the bare base64 of metadata,
-- a literal "\n", or text around it. Checks only the outer DER structure (RFC 5280, 4.1) and rejects a truncated
-- certificate, a request, a key and PKCS #7. The API reads the content.
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

-- Converts a pasted certificate to PEM, or rejects it with a message.
-- Red without it: apps/api/src/database/typed-by-admins.spec.ts, "is stored as PEM if it is entered %s"
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

-- Rejects a domain of an identity provider with another issuer, also if both claim it concurrently. Otherwise, a second
-- company could log in as the first company's users.
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

-- Normalizes a typed domain. Rejects an invalid domain, and a domain of another issuer, with a message.
-- Red without it: apps/api/src/database/typed-by-admins.spec.ts, "a domain"
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

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON idp_domains
  FOR EACH ROW EXECUTE FUNCTION tidy_domain();

-- Ends access given by an identity provider, for one user or for all users. Locks the users first, because adding a passkey or a
-- factor locks the user. Deletes sessions after the records that can start a session, and grants after the sessions that can
-- create a grant. Also ends sessions whose last step-up was the provider's. Records what each user lost, for the mail.
CREATE OR REPLACE FUNCTION end_access_on_word_of(provider uuid, person uuid DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM FROM users
      WHERE id IN (SELECT user_id FROM sessions WHERE provider IN (on_word_of, step_up_on_word_of)
                   UNION ALL SELECT user_id FROM passkeys WHERE on_word_of = provider
                   UNION ALL SELECT user_id FROM second_factors WHERE on_word_of = provider
                   UNION ALL SELECT user_id FROM recovery_codes WHERE on_word_of = provider
                   UNION ALL SELECT user_id FROM factor_recoveries WHERE on_word_of = provider)
        AND (person IS NULL OR id = person)
      ORDER BY id FOR NO KEY UPDATE;

    WITH passkey AS (
      DELETE FROM passkeys WHERE on_word_of = provider AND (person IS NULL OR user_id = person) RETURNING user_id, name
    ), code AS (
      DELETE FROM recovery_codes WHERE on_word_of = provider AND (person IS NULL OR user_id = person)
      RETURNING user_id, used_at
    ), factor AS (
      DELETE FROM second_factors WHERE on_word_of = provider AND (person IS NULL OR user_id = person)
      RETURNING user_id, confirmed_at
    ), lost AS (
      SELECT user_id, name AS passkey, NULL::boolean AS has_app, 0 AS codes FROM passkey
      UNION ALL SELECT user_id, NULL, true, 0 FROM factor WHERE confirmed_at IS NOT NULL
      UNION ALL SELECT user_id, NULL, NULL, 1 FROM code WHERE used_at IS NULL
    )
    INSERT INTO ended_access (user_id, identity_provider, passkeys, has_app, recovery_codes, connected_apps)
      SELECT l.user_id, i.name, coalesce(array_agg(l.passkey) FILTER (WHERE l.passkey IS NOT NULL), '{}'),
             coalesce(bool_or(l.has_app), false), sum(l.codes), '{}'
        FROM lost l JOIN identity_providers i ON i.id = provider
       GROUP BY l.user_id, i.name;

    DELETE FROM factor_recoveries WHERE on_word_of = provider AND (person IS NULL OR user_id = person);
    DELETE FROM known_devices WHERE on_word_of = provider AND (person IS NULL OR user_id = person);
    DELETE FROM sessions WHERE provider IN (on_word_of, step_up_on_word_of) AND (person IS NULL OR user_id = person);

    WITH ended AS (
      UPDATE oauth_grants SET revoked_at = now()
       WHERE on_word_of = provider AND revoked_at IS NULL AND (person IS NULL OR user_id = person)
      RETURNING user_id, client_id, expires_at
    ), live AS (
      SELECT DISTINCT e.user_id, c.name FROM ended e JOIN oauth_clients c ON c.id = e.client_id WHERE e.expires_at > now()
    )
    INSERT INTO ended_access (user_id, identity_provider, passkeys, has_app, recovery_codes, connected_apps)
      SELECT l.user_id, i.name, '{}', false, 0, array_agg(l.name)
        FROM live l JOIN identity_providers i ON i.id = provider
       GROUP BY l.user_id, i.name;
  END
  $$;

-- Ends access given by a provider that is switched off, deleted or gets another issuer, also in Studio (decision 92).
-- A NameID belongs to its issuer, so identities end with it. `former_identities` records that they existed.
-- Red without it: apps/api/src/database/typed-by-admins.spec.ts, "an issuer that is entered again with spaces ends no identity"
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

-- Runs before the cascade of a deletion and, by its name, after `tidied`.
CREATE OR REPLACE TRIGGER trust_ends BEFORE UPDATE OF entity_id, is_enabled OR DELETE ON identity_providers
  FOR EACH ROW EXECUTE FUNCTION end_trust_in_identity_provider();

-- Returns whether the user's mailbox proves nothing until a claim on its address is decided. A first claim does not lock an owner
-- out of their own account, because no one else could decide.
CREATE OR REPLACE FUNCTION has_undecided_identity(of_user uuid) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
    SELECT EXISTS (
      SELECT FROM pending_identities p
        JOIN identity_providers i ON i.id = p.identity_provider_id
        JOIN teams t ON t.id = i.team_id
        JOIN users u ON u.id = p.user_id
       WHERE p.user_id = of_user AND p.email = u.email AND i.team_id = u.team_id
         AND (t.owner_id IS DISTINCT FROM u.id
              OR EXISTS (SELECT FROM sso_identities o WHERE o.identity_provider_id = i.id AND o.user_id = u.id)))
  $$;

-- Returns whether a company's claim on an address waits for a decision. Either the address belongs to a member, or its former user
-- can still undo the change.
CREATE OR REPLACE FUNCTION is_claim_open(of_user uuid, address text, at_provider uuid) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
    SELECT EXISTS (
      SELECT FROM users u
        JOIN identity_providers i ON i.id = at_provider
       WHERE u.id = of_user
         AND CASE WHEN u.email = address THEN u.team_id = i.team_id
             ELSE EXISTS (SELECT FROM address_changes c
                           WHERE c.user_id = u.id AND c.old_email = address AND c.held_at IS NOT NULL) END)
  $$;

-- Pauses the undo period of an address change while a company's claim on the old address is open. It continues when the last claim
-- is decided, or is deleted with its provider.
-- Red without it: apps/api/src/company/saml/reserved-addresses.deep.spec.ts, "can be restored after the provider is deleted, for the remaining time"
CREATE OR REPLACE FUNCTION hold_address_changes() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE address_changes c
       SET held_at = CASE WHEN claimed.is_so THEN coalesce(c.held_at, now()) END,
           undo_until = CASE WHEN claimed.is_so OR c.held_at IS NULL THEN c.undo_until
                             ELSE c.undo_until + (now() - c.held_at) END
      FROM (SELECT a.id, EXISTS (SELECT FROM pending_identities p
                                  WHERE p.user_id = a.user_id AND p.email = a.old_email) AS is_so
              FROM address_changes a) claimed
     WHERE claimed.id = c.id AND c.user_id = coalesce(NEW.user_id, OLD.user_id)
       AND c.applied_at IS NOT NULL AND c.undone_at IS NULL AND (c.undo_until > now() OR c.held_at IS NOT NULL);
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER claim_holds_address_changes AFTER INSERT OR UPDATE OF email OR DELETE ON pending_identities
  FOR EACH ROW EXECUTE FUNCTION hold_address_changes();
