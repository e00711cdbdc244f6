-- Addresses typed in Studio have no full-width letters.
CREATE OR REPLACE FUNCTION tidy_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.email := trimmed(NEW.email);
    IF NEW.email COLLATE "C" ~ '^[!-~]+$' THEN
      NEW.email := lower(NEW.email COLLATE "C");
    ELSIF NEW.email ~ '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]' THEN
      PERFORM refused('The address has invisible characters: type it, and do not paste it.');
    ELSIF NEW.email ~ '[\uff01-\uffdc]' THEN
      PERFORM refused('The address has full-width letters: ' || lower(normalize(NEW.email, NFKC) COLLATE "und-x-icu"));
    ELSIF NEW.email <> lower(normalize(NEW.email) COLLATE "und-x-icu") THEN
      PERFORM refused('An address is written in small letters, an accent in one character with its letter: '
        || lower(normalize(NEW.email) COLLATE "und-x-icu"));
    END IF;
    IF NEW.email COLLATE "C" !~ '^[^@]+@(([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)|\[[0-9.]+\])$' THEN
      PERFORM refused('That is no address: ' || NEW.email
        || '. It is written as in olive@acme.com, its domain in plain letters (xn--… for others).');
    END IF;
    -- Waits for somebody who is just giving the address up.
    PERFORM FROM users WHERE email = NEW.email AND id <> NEW.id FOR KEY SHARE;
    IF FOUND THEN
      PERFORM refuse_double('Somebody has an account with the address ' || NEW.email || ' already.',
        'users', 'users_email_key');
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.team_id <> NEW.team_id THEN
      NEW.team_since := now();
    END IF;
    RETURN NEW;
  END
  $$;
