-- Normalizes a typed name, and rejects an empty one with a message. As in the portal, a team with other members or a charged plan
-- keeps its owner, and a team with members cannot be deleted (apps/api/src/teams/leave-team.ts).
-- Red without it: apps/api/src/database/typed-by-admins.spec.ts, "the name of a team"
CREATE OR REPLACE FUNCTION tidy_team() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      IF EXISTS (SELECT FROM users WHERE team_id = OLD.id) THEN
        PERFORM refused('The team "' || OLD.name || '" has members. First move them to another team_id, or erase them: '
          || 'npm run operate -- erase-user.');
      ELSIF EXISTS (SELECT FROM subscriptions WHERE team_id = OLD.id) THEN
        PERFORM refused('The team "' || OLD.name || '" has a subscription, which stays on record. Keep the team, and change its name.');
      END IF;
      RETURN OLD;
    END IF;
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    IF TG_OP = 'UPDATE' AND NEW.owner_id IS NULL AND OLD.owner_id IS NOT NULL THEN
      IF EXISTS (SELECT FROM users WHERE team_id = OLD.id AND id <> OLD.owner_id) THEN
        PERFORM refused('The team "' || OLD.name || '" has other members, so it needs an owner. Put the id of one of them into owner_id.');
      -- The same rule as isChargedOn (libs/catalog/src/subscription-states.ts).
      ELSIF EXISTS (
          SELECT FROM subscriptions
           WHERE team_id = OLD.id AND status IN ('trialing', 'active', 'past_due')
             AND (status = 'past_due' OR NOT is_cancel_scheduled OR next_charge_at IS NOT NULL)) THEN
        PERFORM refused('The plan of the team "' || OLD.name || '" is still charged, so it needs an owner. Cancel the plan first.');
      END IF;
    END IF;
    NEW.name := trimmed(NEW.name);
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE OR DELETE ON teams
  FOR EACH ROW EXECUTE FUNCTION tidy_team();

-- Rejects a member or invitation that would exceed the team's seats, for every writer and under concurrency. Checks only additions,
-- so lowering the limit breaks nothing. If fewer seats than invitations are left, the invited users compete for the free seats. No
-- one gets a seat in a team whose owner is leaving, because the team would have no owner.
CREATE OR REPLACE FUNCTION require_free_seat(of_team uuid, taker uuid, is_invited boolean) RETURNS void
  LANGUAGE plpgsql
  AS $$
  DECLARE
    seats integer;
    used integer;
    owner uuid;
  BEGIN
    -- Transactions that take a seat wait for each other here. A stronger lock would deadlock, because the foreign key of each has
    -- already locked the row's key.
    SELECT seat_limit, owner_id INTO seats, owner FROM teams WHERE id = of_team FOR NO KEY UPDATE;
    IF owner IS DISTINCT FROM taker AND EXISTS (SELECT FROM users WHERE id = owner AND leaving_at IS NOT NULL) THEN
      RAISE EXCEPTION 'no_free_seat' USING ERRCODE = 'SEAT0',
        HINT = 'The owner of the team has requested the deletion of their account, so no one can join the team.';
    END IF;
    SELECT count(*) INTO used FROM users WHERE team_id = of_team AND deactivated_at IS NULL;
    IF NOT is_invited THEN
      used := used + (
        SELECT count(*) FROM team_invitations
         WHERE team_id = of_team AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now());
    END IF;
    IF used > seats THEN
      RAISE EXCEPTION 'no_free_seat' USING ERRCODE = 'SEAT0',
        HINT = 'Members and valid invitations use all ' || seats || ' seats of the team. Raise its seat_limit first.';
    END IF;
  END
  $$;

-- A member takes a seat when they are created, moved or reactivated, also in Studio.
-- Red without it: apps/api/src/database/seats-and-owners.spec.ts, "admits no user from another team, and reactivates no deactivated user"
CREATE OR REPLACE FUNCTION seat_member() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF NEW.deactivated_at IS NOT NULL
       OR TG_OP = 'UPDATE' AND OLD.team_id = NEW.team_id AND OLD.deactivated_at IS NULL THEN
      RETURN NULL;
    END IF;
    -- A user who accepts an invitation in this transaction takes its seat, even if it has just expired.
    PERFORM require_free_seat(NEW.team_id, NEW.id, EXISTS (
      SELECT FROM team_invitations
       WHERE team_id = NEW.team_id AND email = NEW.email AND accepted_at IS NOT NULL
         AND xmin = pg_current_xact_id()::xid));
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER users_seat AFTER INSERT OR UPDATE OF team_id, deactivated_at ON users
  FOR EACH ROW EXECUTE FUNCTION seat_member();

-- An invitation takes a seat when it is created, renewed, or restored in Studio.
-- Red without it: apps/api/src/database/seats-and-owners.spec.ts, "has no seat to restore or extend an invitation that %s"
CREATE OR REPLACE FUNCTION seat_invitation() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    -- A valid invitation keeps its seat when `expires_at` moves, also in a team whose limit was lowered: its seven days start when
    -- its mail is written. An invitation that is about to expire needs a free seat, because others may count it as expired.
    IF NEW.accepted_at IS NOT NULL OR NEW.revoked_at IS NOT NULL OR NEW.expires_at <= now()
       OR TG_OP = 'UPDATE' AND OLD.team_id = NEW.team_id AND OLD.accepted_at IS NULL AND OLD.revoked_at IS NULL
          AND OLD.expires_at > now() + interval '1 minute' THEN
      RETURN NULL;
    END IF;
    PERFORM require_free_seat(NEW.team_id, NULL, false);
    RETURN NULL;
  END
  $$;

CREATE OR REPLACE TRIGGER team_invitations_seat
  AFTER INSERT OR UPDATE OF team_id, expires_at, accepted_at, revoked_at ON team_invitations
  FOR EACH ROW EXECUTE FUNCTION seat_invitation();
