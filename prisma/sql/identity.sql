-- An address typed in Studio has the form that logins look for (contracts/email.ts), or is refused with a sentence: SQL knows no
-- UTS 46, and may know other letters' small forms differently than JavaScript.
CREATE OR REPLACE FUNCTION tidy_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
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
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION tidy_user();

-- Whoever writes another address, be it the person, a company or an admin: what is known by the former one is found again.
CREATE OR REPLACE FUNCTION keep_former_address() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM former_addresses WHERE user_id = NEW.id AND email = NEW.email;
    INSERT INTO former_addresses (user_id, email) VALUES (NEW.id, OLD.email)
      ON CONFLICT (user_id, email) DO UPDATE SET given_up_at = EXCLUDED.given_up_at;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER former_address_is_kept AFTER UPDATE OF email ON users
  FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION keep_former_address();

-- Whether a former user can still take this address back (`address_changes`).
CREATE OR REPLACE FUNCTION is_address_reserved(address text, for_user uuid) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
    SELECT EXISTS (
      SELECT FROM address_changes
       WHERE old_email = address AND user_id IS DISTINCT FROM for_user
         AND applied_at IS NOT NULL AND undone_at IS NULL AND (undo_until > now() OR held_at IS NOT NULL)
    )
  $$;

-- For every way in which an account gets an address, a reserved one is a taken one, down to the error. After the row is written:
-- it may have waited for the very change that reserves the address, and sees it now.
CREATE OR REPLACE FUNCTION refuse_reserved_address() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF is_address_reserved(NEW.email, NEW.id) THEN
      RAISE unique_violation USING
        MESSAGE = 'duplicate key value violates unique constraint "users_email_key"',
        DETAIL = format('Key (email)=(%s) already exists.', NEW.email),
        SCHEMA = 'public', TABLE = 'users', CONSTRAINT = 'users_email_key';
    END IF;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER reserved_address_is_taken AFTER INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION refuse_reserved_address();

-- A person who is deactivated is out at once, everywhere, also when an administrator does it in Studio.
CREATE OR REPLACE FUNCTION end_access_of_deactivated_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM sessions WHERE user_id = NEW.id;
    UPDATE oauth_grants SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER deactivation_ends_access AFTER UPDATE OF deactivated_at ON users
  FOR EACH ROW WHEN (OLD.deactivated_at IS NULL AND NEW.deactivated_at IS NOT NULL)
  EXECUTE FUNCTION end_access_of_deactivated_user();

-- A person who asks for the deletion of their account is out at once, everywhere, and nobody joins a team of theirs.
CREATE OR REPLACE FUNCTION end_access_of_leaving_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM sessions WHERE user_id = NEW.id;
    UPDATE oauth_grants SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
    DELETE FROM owner_offers WHERE owner_id = NEW.id OR member_id = NEW.id;
    UPDATE team_invitations SET revoked_at = now()
     WHERE team_id = (SELECT id FROM teams WHERE owner_id = NEW.id)
       AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now();
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER leaving_ends_access AFTER UPDATE OF leaving_at ON users
  FOR EACH ROW WHEN (OLD.leaving_at IS NULL AND NEW.leaving_at IS NOT NULL)
  EXECUTE FUNCTION end_access_of_leaving_user();

-- A reset link ends with the password, the address or the access it was sent for, also when one is changed in Studio.
CREATE OR REPLACE FUNCTION end_reset_links() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE one_time_links SET replaced_at = now()
     WHERE user_id = NEW.id AND used_at IS NULL AND replaced_at IS NULL AND expires_at > now();
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER reset_links_end AFTER UPDATE OF password_hash, email, deactivated_at ON users
  FOR EACH ROW
  WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash
     OR NEW.email <> OLD.email
     OR (NEW.deactivated_at IS NOT NULL AND OLD.deactivated_at IS NULL))
  EXECUTE FUNCTION end_reset_links();

-- A browser is known to a person at an address: with another address, or without access, it begins anew, also in Studio.
CREATE OR REPLACE FUNCTION forget_devices_of_changed_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM known_devices WHERE user_id = NEW.id;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER change_of_address_or_access_forgets_devices AFTER UPDATE OF email, deactivated_at ON users
  FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email OR (OLD.deactivated_at IS NULL AND NEW.deactivated_at IS NOT NULL))
  EXECUTE FUNCTION forget_devices_of_changed_user();

-- Another password or address, or the loss of access, ends a login that waits for its code. The lock of the user comes first
-- in both: the login with its code waits for the change, or the change for it.
CREATE OR REPLACE FUNCTION end_pending_logins_of_changed_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM pending_logins WHERE user_id = NEW.id;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER change_of_proof_ends_pending_logins AFTER UPDATE OF email, password_hash, deactivated_at ON users
  FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email
        OR OLD.password_hash IS DISTINCT FROM NEW.password_hash
        OR (OLD.deactivated_at IS NULL AND NEW.deactivated_at IS NOT NULL))
  EXECUTE FUNCTION end_pending_logins_of_changed_user();

-- Says since when a person has their password, also when it is written in Studio. A hash renewed with new parameters puts the
-- time back afterwards.
CREATE OR REPLACE FUNCTION note_password_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    NEW.password_set_at := now();
    RETURN NEW;
  END
  $$;

-- Also for replicas of the version before. Who hashes the same password anew puts the time back afterwards.
CREATE OR REPLACE TRIGGER password_change_is_noted BEFORE UPDATE OF password_hash ON users
  FOR EACH ROW WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash)
  EXECUTE FUNCTION note_password_change();

-- A factor that begins or ends is known to every login from that moment on, whoever ends it: browsers that were
-- remembered, and logins that wait for a code, were so for the factor of before.
CREATE OR REPLACE FUNCTION tell_user_of_second_factor() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    person uuid := coalesce(NEW.user_id, OLD.user_id);
  BEGIN
    UPDATE users SET second_factor_at = NEW.confirmed_at WHERE id = person;
    UPDATE known_devices SET second_factor_until = NULL WHERE user_id = person AND second_factor_until IS NOT NULL;
    DELETE FROM pending_logins WHERE user_id = person;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER users_know_a_new_second_factor AFTER INSERT ON second_factors
  FOR EACH ROW WHEN (NEW.confirmed_at IS NOT NULL) EXECUTE FUNCTION tell_user_of_second_factor();

CREATE OR REPLACE TRIGGER users_know_their_second_factor AFTER UPDATE OF confirmed_at ON second_factors
  FOR EACH ROW WHEN (OLD.confirmed_at IS DISTINCT FROM NEW.confirmed_at) EXECUTE FUNCTION tell_user_of_second_factor();

CREATE OR REPLACE TRIGGER users_know_the_end_of_their_second_factor AFTER DELETE ON second_factors
  FOR EACH ROW WHEN (OLD.confirmed_at IS NOT NULL) EXECUTE FUNCTION tell_user_of_second_factor();

-- A recovery is for one factor: it is over when that factor is removed, also in Studio.
CREATE OR REPLACE FUNCTION end_recovery_of_former_factor() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE factor_recoveries SET outcome = 'replaced', over_at = now() WHERE user_id = OLD.user_id AND over_at IS NULL;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER without_its_factor_a_recovery_is_over AFTER DELETE ON second_factors
  FOR EACH ROW EXECUTE FUNCTION end_recovery_of_former_factor();

-- A recovery of a lost factor stands on the password, the address and the access it began with: without one of them it is over.
CREATE OR REPLACE FUNCTION end_recovery_of_changed_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE factor_recoveries SET outcome = 'replaced', over_at = now() WHERE user_id = NEW.id AND over_at IS NULL;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER change_of_proof_ends_recovery AFTER UPDATE OF email, password_hash, deactivated_at ON users
  FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email
        OR OLD.password_hash IS DISTINCT FROM NEW.password_hash
        OR (OLD.deactivated_at IS NULL AND NEW.deactivated_at IS NOT NULL))
  EXECUTE FUNCTION end_recovery_of_changed_user();

-- Who has locked the codes knew the password of before. Whoever has set a new one, in whatever way, is not kept out by that
-- lock. The count since the last right code stays, and forgets nothing of what was guessed.
CREATE OR REPLACE FUNCTION end_code_lockouts_of_changed_password() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE second_factor_lockouts SET locked_until = NULL, failed_count = 0
      WHERE user_id = NEW.id AND (locked_until IS NOT NULL OR failed_count > 0);
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER new_password_ends_code_lockouts AFTER UPDATE OF password_hash ON users
  FOR EACH ROW
  WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash)
  EXECUTE FUNCTION end_code_lockouts_of_changed_password();
