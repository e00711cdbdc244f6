-- A team with members or a charged plan keeps its owner, and deletions are refused in words.
CREATE OR REPLACE FUNCTION tidy_team() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      IF EXISTS (SELECT FROM users WHERE team_id = OLD.id) THEN
        PERFORM refused('The team "' || OLD.name || '" has members. First give each another team_id, or erase them: '
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
      -- The rule of isChargedOn (libs/catalog/src/subscription-states.ts).
      ELSIF EXISTS (
          SELECT FROM subscriptions
           WHERE team_id = OLD.id AND status IN ('trialing', 'active', 'past_due')
             AND (status = 'past_due' OR NOT is_cancel_scheduled OR next_charge_at IS NOT NULL)) THEN
        PERFORM refused('The plan of the team "' || OLD.name || '" is still charged, so it needs an owner. Have the plan cancelled first.');
      END IF;
    END IF;
    NEW.name := trimmed(NEW.name);
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE OR DELETE ON teams
  FOR EACH ROW EXECUTE FUNCTION tidy_team();

CREATE OR REPLACE FUNCTION note_erasure() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    team record;
  BEGIN
    -- Who joins the team waits for this lock.
    SELECT id, name INTO team FROM teams WHERE owner_id = OLD.id FOR NO KEY UPDATE;
    IF FOUND THEN
      IF EXISTS (SELECT FROM users WHERE team_id = team.id AND id <> OLD.id) THEN
        PERFORM refused(OLD.email || ' owns the team "' || team.name || '", which has other members. Hand it over first: '
          || 'put the id of one of them into the owner_id of the team.');
      END IF;
      PERFORM refused(OLD.email || ' owns the team "' || team.name || '". Erase both: npm run operate -- erase-user. '
        || 'Or empty the owner_id of the team first.');
    END IF;
    INSERT INTO erasures (id_hash) VALUES (sha256(convert_to('erased ' || OLD.id, 'UTF8'))) ON CONFLICT DO NOTHING;
    RETURN OLD;
  END
  $$;
