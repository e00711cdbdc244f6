-- Normalizes a typed address as contracts/email.ts does, or rejects it: SQL has no UTS 46 and lower-cases non-ASCII letters
-- differently. A user moved in Studio gets a new member's days to set up a second factor.
-- Red without it: apps/api/src/database/typed-by-admins.spec.ts, "an address"
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

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON users
  FOR EACH ROW EXECUTE FUNCTION tidy_user();

-- Records each deletion of a user, so that `repeat-erasures` can repeat it on an older backup. Rejects the deletion of a
-- team's owner, because no one else could pay for it or end it.
-- Red without it: apps/api/src/database/typed-by-admins.spec.ts, "the deletion of an owner whose team has other members"
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

CREATE OR REPLACE TRIGGER erased BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION note_erasure();

-- Returns whether a former user can still take this address back (`address_changes`).
CREATE OR REPLACE FUNCTION is_address_reserved(address text, for_user uuid) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
    SELECT EXISTS (
      SELECT FROM address_changes
       WHERE old_email = address AND user_id IS DISTINCT FROM for_user
         AND applied_at IS NOT NULL AND undone_at IS NULL AND (undo_until > now() OR held_at IS NOT NULL)
    )
  $$;

-- Treats a reserved address as taken, with the same error. Runs after the row is written, which may have waited for the change that
-- reserves the address.
-- Red without it: apps/api/src/account/address/address-change.spec.ts, "in the database, until the change can no longer be undone"
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

-- Ends everything that a new address, a new password or a deactivation must end, in the same transaction, also in Studio.
-- Red without it: apps/api/src/registration/access-ends.spec.ts, "ends as specified if it depends on the user’s own login"
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

CREATE OR REPLACE TRIGGER users_proof_changed AFTER UPDATE OF email, password_hash, deactivated_at ON users
  FOR EACH ROW EXECUTE FUNCTION proof_changed();

-- Ends the trusted devices and the recovery period of a removed factor, also in Studio. The cascade deletes pending
-- logins and recovery codes.
-- Red without it: apps/api/src/identity/login/second-factor.spec.ts, "until the factor is replaced"
CREATE OR REPLACE FUNCTION second_factor_removed() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE users SET second_factor_at = NULL WHERE id = OLD.user_id;
    UPDATE known_devices SET second_factor_until = NULL WHERE user_id = OLD.user_id AND second_factor_until IS NOT NULL;
    UPDATE factor_recoveries SET outcome = 'replaced', over_at = now() WHERE user_id = OLD.user_id AND over_at IS NULL;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER second_factor_removed AFTER DELETE ON second_factors
  FOR EACH ROW WHEN (OLD.confirmed_at IS NOT NULL) EXECUTE FUNCTION second_factor_removed();
