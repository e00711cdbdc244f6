-- Deletes old rows of the security log. Only this function and `forget_person` change existing rows.
-- Red without it: tools/prisma/database-roles.spec.ts, "can delete old events, and no others [asvs 16.4.2]"
CREATE OR REPLACE FUNCTION delete_old_events(keep_days integer, most integer) RETURNS bigint
  LANGUAGE plpgsql STRICT SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    deleted bigint;
  BEGIN
    -- The minimum of AUDIT_RETENTION_DAYS.
    IF keep_days < 30 THEN
      RAISE insufficient_privilege USING MESSAGE = 'events are kept for at least 30 days';
    END IF;
    DELETE FROM audit_events WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM audit_events WHERE at < now() - make_interval(days => keep_days) LIMIT most FOR UPDATE SKIP LOCKED
    ));
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN deleted;
  END;
$$;

-- Removes a user's names from the log and all queues, for the period in which the address was theirs. Raises an error while the
-- account exists.
-- Red without it: tools/prisma/database-roles.spec.ts, "can have a person forgotten only after the account is deleted"
CREATE OR REPLACE FUNCTION forget_person(address text, account uuid, held_from timestamptz, held_until timestamptz) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    jobs bigint;
    events bigint;
  BEGIN
    IF EXISTS (SELECT FROM users WHERE email = address OR id = account) THEN
      RAISE insufficient_privilege USING MESSAGE = 'the log keeps the names of a user who still has an account';
    END IF;
    DELETE FROM pgboss.job
     WHERE data->>'userId' = account::text
        OR (data->>'to' = address OR data->>'email' = address)
           AND (held_from IS NULL OR created_on > held_from)
           AND (held_until IS NULL OR date_trunc('milliseconds', created_on) <= held_until);
    GET DIAGNOSTICS jobs = ROW_COUNT;
    UPDATE audit_events SET email = '', ip_address = '', user_agent = ''
     WHERE user_id = account
        OR email = address AND (held_from IS NULL OR at > held_from) AND (held_until IS NULL OR at <= held_until);
    GET DIAGNOSTICS events = ROW_COUNT;
    UPDATE audit_events SET details = details - 'address' - 'nameId'
     WHERE details->>'address' = address AND (held_from IS NULL OR at > held_from) AND (held_until IS NULL OR at <= held_until);
    RETURN jobs + events;
  END;
$$;
