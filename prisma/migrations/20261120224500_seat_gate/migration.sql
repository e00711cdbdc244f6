-- The one gate to a team's seats, for every path and every writer: active members and live invitations together never
-- exceed the limit. It looks only at what is added, so a limit that was lowered breaks nothing. Who accepts an
-- invitation takes the seat it held; only where a lowered limit left too few seats for all invited do they compete for
-- what members leave free.
CREATE FUNCTION require_free_seat() RETURNS trigger
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
      RAISE EXCEPTION 'no_free_seat' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
  END
  $$;

CREATE TRIGGER new_member_needs_a_seat AFTER INSERT ON users
  FOR EACH ROW WHEN (NEW.deactivated_at IS NULL) EXECUTE FUNCTION require_free_seat();
CREATE TRIGGER moved_member_needs_a_seat AFTER UPDATE OF team_id, deactivated_at ON users
  FOR EACH ROW
  WHEN (NEW.deactivated_at IS NULL AND (OLD.team_id <> NEW.team_id OR OLD.deactivated_at IS NOT NULL))
  EXECUTE FUNCTION require_free_seat();
CREATE TRIGGER new_invitation_needs_a_seat AFTER INSERT ON team_invitations
  FOR EACH ROW EXECUTE FUNCTION require_free_seat();
CREATE TRIGGER renewed_invitation_needs_a_seat AFTER UPDATE OF expires_at ON team_invitations
  FOR EACH ROW
  WHEN (NEW.accepted_at IS NULL AND NEW.revoked_at IS NULL AND NEW.expires_at > OLD.expires_at)
  EXECUTE FUNCTION require_free_seat();
