-- Brings a name pasted in Studio into its form.
CREATE OR REPLACE FUNCTION tidy_team() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    NEW.name := trimmed(NEW.name);
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE OF name ON teams
  FOR EACH ROW WHEN (NEW.name <> trimmed(NEW.name)) EXECUTE FUNCTION tidy_team();

-- Two who take the last seat at once, and an administrator in Studio: members and live invitations never exceed the limit.
-- Nobody takes a seat in a team whose owner is leaving: it would be left without an owner.
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

CREATE OR REPLACE TRIGGER new_member_needs_a_seat AFTER INSERT ON users
  FOR EACH ROW WHEN (NEW.deactivated_at IS NULL) EXECUTE FUNCTION require_free_seat();

CREATE OR REPLACE TRIGGER moved_member_needs_a_seat AFTER UPDATE OF team_id, deactivated_at ON users
  FOR EACH ROW
  WHEN (NEW.deactivated_at IS NULL AND (OLD.team_id <> NEW.team_id OR OLD.deactivated_at IS NOT NULL))
  EXECUTE FUNCTION require_free_seat();

CREATE OR REPLACE TRIGGER new_invitation_needs_a_seat AFTER INSERT ON team_invitations
  FOR EACH ROW EXECUTE FUNCTION require_free_seat();

CREATE OR REPLACE TRIGGER renewed_invitation_needs_a_seat AFTER UPDATE OF expires_at ON team_invitations
  FOR EACH ROW
  WHEN (NEW.accepted_at IS NULL AND NEW.revoked_at IS NULL AND NEW.expires_at > OLD.expires_at
        AND OLD.expires_at <= now() + interval '1 minute')
  EXECUTE FUNCTION require_free_seat();

-- The owner of a team is one of its members. Checked at commit, because a team and its first user need each other.
CREATE OR REPLACE FUNCTION check_team_owner() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM teams t JOIN users u ON u.id = t.owner_id
       WHERE u.team_id <> t.id
         AND ((TG_TABLE_NAME = 'teams' AND t.id = NEW.id) OR (TG_TABLE_NAME = 'users' AND u.id = NEW.id))
    ) THEN
      RAISE EXCEPTION 'the owner of a team must be one of its members' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
  END
  $$;

CREATE CONSTRAINT TRIGGER owner_is_a_member AFTER INSERT OR UPDATE OF owner_id ON teams
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.owner_id IS NOT NULL) EXECUTE FUNCTION check_team_owner();

CREATE CONSTRAINT TRIGGER owner_stays_a_member AFTER UPDATE OF team_id ON users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_team_owner();

-- An offer of ownership ends when its owner or its member leaves the team or is deactivated.
CREATE OR REPLACE FUNCTION end_owner_offers_of_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM owner_offers WHERE owner_id = NEW.id OR member_id = NEW.id;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER leaving_ends_owner_offers AFTER UPDATE OF team_id, deactivated_at ON users
  FOR EACH ROW WHEN (NEW.team_id IS DISTINCT FROM OLD.team_id OR (NEW.deactivated_at IS NOT NULL AND OLD.deactivated_at IS NULL))
  EXECUTE FUNCTION end_owner_offers_of_user();

-- An offer of ownership ends with its owner's ownership.
CREATE OR REPLACE FUNCTION end_owner_offers_of_team() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM owner_offers WHERE team_id = NEW.id;
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER new_owner_ends_owner_offers AFTER UPDATE OF owner_id ON teams
  FOR EACH ROW WHEN (NEW.owner_id IS DISTINCT FROM OLD.owner_id)
  EXECUTE FUNCTION end_owner_offers_of_team();

-- Says since when a person is in their team, also after a move in Studio: the rule of the second factor counts from then.
CREATE OR REPLACE FUNCTION note_new_team() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    NEW.team_since := now();
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER new_team_is_noted BEFORE UPDATE OF team_id ON users
  FOR EACH ROW WHEN (OLD.team_id IS DISTINCT FROM NEW.team_id) EXECUTE FUNCTION note_new_team();
