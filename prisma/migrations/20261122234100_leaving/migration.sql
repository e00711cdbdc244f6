-- AlterTable
ALTER TABLE "users" ADD COLUMN "leaving_at" TIMESTAMPTZ(3);

-- Rules Prisma's schema language cannot say.

-- Whoever asks for the deletion of their account is out at once, everywhere, and nobody comes into a team that is theirs.
CREATE FUNCTION end_access_of_leaving_user() RETURNS trigger
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
CREATE TRIGGER leaving_ends_access AFTER UPDATE OF leaving_at ON users
  FOR EACH ROW WHEN (OLD.leaving_at IS NULL AND NEW.leaving_at IS NOT NULL)
  EXECUTE FUNCTION end_access_of_leaving_user();

-- As before, and nobody takes a seat in a team whose owner is leaving: it would be left without one.
CREATE OR REPLACE FUNCTION require_free_seat() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    seats integer;
    used integer;
    owner uuid;
  BEGIN
    -- Whoever takes a seat of a team waits for whoever is just taking one. Not FOR UPDATE: the foreign key has locked the
    -- row's key for both already, and they would wait for each other.
    SELECT seat_limit, owner_id INTO seats, owner FROM teams WHERE id = NEW.team_id FOR NO KEY UPDATE;
    IF owner IS NOT NULL AND owner <> NEW.id AND EXISTS (SELECT FROM users WHERE id = owner AND leaving_at IS NOT NULL) THEN
      RAISE EXCEPTION 'no_free_seat' USING ERRCODE = 'SEAT0',
        HINT = 'The owner of the team has asked for the deletion of their account: nobody joins it meanwhile.';
    END IF;
    SELECT count(*) INTO used FROM users WHERE team_id = NEW.team_id AND deactivated_at IS NULL;
    IF TG_TABLE_NAME = 'team_invitations' OR NOT EXISTS (
      SELECT FROM team_invitations
       WHERE team_id = NEW.team_id AND email = NEW.email AND accepted_at = now()::timestamptz(3)
    ) THEN
      used := used + (
        SELECT count(*) FROM team_invitations
         WHERE team_id = NEW.team_id AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now());
    END IF;
    IF used > seats THEN
      RAISE EXCEPTION 'no_free_seat' USING ERRCODE = 'SEAT0',
        HINT = 'The team has ' || seats || ' seats, and members and live invitations hold them all: raise its seat_limit first.';
    END IF;
    RETURN NULL;
  END
  $$;
