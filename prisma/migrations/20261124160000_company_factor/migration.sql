-- A company's sign-in is a second factor only where somebody says so: the owner, for all of it, or the last assertion about a person.
ALTER TABLE "identity_providers" ADD COLUMN "asks_for_second_factor" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "sso_identities" ADD COLUMN "has_second_factor" BOOLEAN NOT NULL DEFAULT false;
