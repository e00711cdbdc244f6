-- Registrations of one address stand side by side, one for each browser that sent the form, and a sign-up link names
-- the one it was mailed for. Replicas of the release before still write "email", unique as they need it, and their
-- rows are given what this release reads; "email" and both triggers go with the next release.

ALTER TABLE "registrations"
  ADD COLUMN "address" TEXT,
  ADD COLUMN "browser_hash" BYTEA;
ALTER TABLE "registrations" ALTER COLUMN "email" DROP NOT NULL;
UPDATE "registrations" SET "address" = "email", "browser_hash" = sha256(uuid_send("id"));
ALTER TABLE "registrations" ALTER COLUMN "address" SET NOT NULL, ALTER COLUMN "browser_hash" SET NOT NULL;
ALTER TABLE registrations ADD CONSTRAINT address_is_normalized
  CHECK (address COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN address) > 1);
ALTER TABLE registrations ADD CONSTRAINT browser_is_hashed CHECK (octet_length(browser_hash) = 32);

-- CreateIndex
CREATE UNIQUE INDEX "registrations_address_browser_hash_key" ON "registrations"("address", "browser_hash");

ALTER TABLE "one_time_links" ADD COLUMN "registration_id" UUID;
UPDATE "one_time_links" AS link SET "registration_id" = "registrations"."id"
  FROM "registrations" WHERE link."purpose" = 'create_password' AND "registrations"."address" = link."email";

-- CreateIndex
CREATE INDEX "one_time_links_registration_id_idx" ON "one_time_links"("registration_id");

-- AddForeignKey
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_registration_id_fkey"
  FOREIGN KEY ("registration_id") REFERENCES "registrations"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE one_time_links ADD CONSTRAINT registration_fits_purpose
  CHECK (registration_id IS NULL OR purpose = 'create_password');
-- A newer link no longer ends the ones before it: nobody's call may end a link that is somebody else's.
DROP INDEX one_live_link;

CREATE FUNCTION complete_registration_of_old_replica() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    NEW.address := NEW.email;
    NEW.browser_hash := sha256(uuid_send(NEW.id));
    RETURN NEW;
  END
  $$;
CREATE TRIGGER registration_of_old_replica BEFORE INSERT ON registrations
  FOR EACH ROW WHEN (NEW.address IS NULL) EXECUTE FUNCTION complete_registration_of_old_replica();

CREATE FUNCTION complete_link_of_old_replica() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    SELECT id INTO NEW.registration_id FROM registrations WHERE email = NEW.email;
    RETURN NEW;
  END
  $$;
CREATE TRIGGER link_of_old_replica BEFORE INSERT ON one_time_links
  FOR EACH ROW WHEN (NEW.purpose = 'create_password' AND NEW.registration_id IS NULL)
  EXECUTE FUNCTION complete_link_of_old_replica();

-- Mails that anybody can cause are counted where they are written: a call alone does not tell whether there is one.
ALTER TABLE "mail_waits"
  ADD COLUMN "mailed_at" TIMESTAMPTZ(3),
  ADD COLUMN "mailed_count" INTEGER NOT NULL DEFAULT 0;
