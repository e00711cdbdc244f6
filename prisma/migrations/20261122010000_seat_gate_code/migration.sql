-- The seat gate refuses with an SQLSTATE of its own, so that nobody has to read its words. They stay as they were for
-- replicas of the version before.
CREATE OR REPLACE FUNCTION require_free_seat() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    seats integer;
    used integer;
  BEGIN
    -- Whoever takes a seat of a team waits for whoever is just taking one. Not FOR UPDATE: the foreign key has locked the
    -- row's key for both already, and they would wait for each other.
    SELECT seat_limit INTO seats FROM teams WHERE id = NEW.team_id FOR NO KEY UPDATE;
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
      RAISE EXCEPTION 'no_free_seat' USING ERRCODE = 'SEAT0';
    END IF;
    RETURN NULL;
  END
  $$;
