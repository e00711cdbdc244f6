-- A team that asks its people for a second factor, and from when on.
ALTER TABLE "teams" ADD COLUMN "second_factor_due_at" TIMESTAMPTZ(3);

-- Since when somebody is in their team: who comes later has some days, whatever the team's day is. Who is in one has had them.
ALTER TABLE "users" ADD COLUMN "team_since" TIMESTAMPTZ(3) NOT NULL DEFAULT 'epoch';
ALTER TABLE "users" ALTER COLUMN "team_since" SET DEFAULT transaction_timestamp();

-- Whether the person of a session has given more than a password. Replicas of the release before do not write it: who
-- needs a second factor is asked again in a session of theirs.
ALTER TABLE "sessions" ADD COLUMN "has_second_factor" BOOLEAN NOT NULL DEFAULT false;

-- Rules Prisma's schema language cannot say.

CREATE FUNCTION note_new_team() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    NEW.team_since := now();
    RETURN NEW;
  END
  $$;
CREATE TRIGGER new_team_is_noted BEFORE UPDATE OF team_id ON users
  FOR EACH ROW WHEN (OLD.team_id IS DISTINCT FROM NEW.team_id) EXECUTE FUNCTION note_new_team();
