-- The list is written after the migrations (`tools/prisma/public-mail-domains.ts`).
CREATE TABLE "public_mail_domains" (
    "domain" TEXT NOT NULL,

    CONSTRAINT "public_mail_domains_pkey" PRIMARY KEY ("domain")
);

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
    IF EXISTS (SELECT FROM public_mail_domains WHERE domain = NEW.domain) THEN
      PERFORM refused(NEW.domain || ' is a mail provider''s: anybody can get an address there. Name a domain of the company.');
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
