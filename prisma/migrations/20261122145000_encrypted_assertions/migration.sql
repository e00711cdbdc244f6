-- Whether the company encrypts its assertions with our key. Then they have to be.
ALTER TABLE identity_providers ADD COLUMN is_assertion_encrypted boolean NOT NULL DEFAULT false;
