-- What an identity provider signs. One of the two always is.
ALTER TABLE identity_providers ADD COLUMN is_assertion_signed boolean NOT NULL DEFAULT true;
ALTER TABLE identity_providers
  ADD CONSTRAINT something_is_signed CHECK (is_response_signed OR is_assertion_signed);

-- The NameID that is asked for. Who is connected already goes on being asked as before: another NameID of the same
-- person would be a stranger here.
ALTER TABLE identity_providers ADD COLUMN name_id_format text NOT NULL DEFAULT 'persistent'
  CONSTRAINT name_id_format_is_known CHECK (name_id_format IN ('unspecified', 'persistent', 'emailAddress'));
ALTER TABLE identity_providers ALTER COLUMN name_id_format SET DEFAULT 'unspecified';

-- A company with several teams connects its one identity provider once for each: what tells them apart is our name in
-- the ACS URL, which is unique, and not the issuer.
DROP INDEX identity_providers_entity_id_key;
CREATE INDEX identity_providers_entity_id_idx ON identity_providers (entity_id);

-- So a domain may lead to several of them, as long as it is the same company's: they have one issuer.
ALTER TABLE idp_domains DROP CONSTRAINT idp_domains_pkey;
ALTER TABLE idp_domains ADD PRIMARY KEY (domain, identity_provider_id);

CREATE FUNCTION require_one_issuer_for_domain(wanted text) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    -- Two that claim a domain at once wait for each other here; the later one sees the earlier one's row.
    PERFORM pg_advisory_xact_lock(hashtextextended('idp_domain ' || wanted, 0));
    IF (SELECT count(DISTINCT i.entity_id) FROM idp_domains d
          JOIN identity_providers i ON i.id = d.identity_provider_id WHERE d.domain = wanted) > 1 THEN
      RAISE EXCEPTION 'domain_of_another_issuer' USING ERRCODE = 'IDPD0';
    END IF;
  END
  $$;

CREATE FUNCTION require_one_issuer() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF TG_TABLE_NAME = 'idp_domains' THEN
      -- First the row, then the domain: the order of who changes the issuer.
      PERFORM FROM identity_providers WHERE id = NEW.identity_provider_id FOR SHARE;
      PERFORM require_one_issuer_for_domain(NEW.domain);
    ELSE
      PERFORM require_one_issuer_for_domain(domain)
         FROM (SELECT domain FROM idp_domains WHERE identity_provider_id = NEW.id ORDER BY domain) own;
    END IF;
    RETURN NULL;
  END
  $$;

CREATE TRIGGER one_issuer_for_domain AFTER INSERT OR UPDATE ON idp_domains
  FOR EACH ROW EXECUTE FUNCTION require_one_issuer();
CREATE TRIGGER one_issuer_for_domains AFTER UPDATE OF entity_id ON identity_providers
  FOR EACH ROW WHEN (OLD.entity_id <> NEW.entity_id) EXECUTE FUNCTION require_one_issuer();
