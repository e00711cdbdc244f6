-- The rules that were there before, in other words: looked at while the portal goes on.
ALTER TABLE teams VALIDATE CONSTRAINT name_is_given, VALIDATE CONSTRAINT seat_limit_is_not_negative;
ALTER TABLE users VALIDATE CONSTRAINT email_is_normalized, VALIDATE CONSTRAINT password_is_hashed;
ALTER TABLE identity_providers
  VALIDATE CONSTRAINT name_fits_an_address,
  VALIDATE CONSTRAINT something_is_signed,
  VALIDATE CONSTRAINT name_id_format_is_known;
ALTER TABLE oauth_clients
  VALIDATE CONSTRAINT name_is_given,
  VALIDATE CONSTRAINT client_id_is_plain,
  VALIDATE CONSTRAINT secret_is_hashed,
  VALIDATE CONSTRAINT old_secret_is_hashed;
