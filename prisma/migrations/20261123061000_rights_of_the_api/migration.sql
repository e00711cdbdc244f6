-- What the API's account has no right to do, and asks for here (decision 86). Each runs with the rights of the owner and does
-- one thing.

-- The security log may be added to and read. Nobody but these two changes it.
CREATE FUNCTION delete_old_events(keep_days integer, most integer) RETURNS bigint
  LANGUAGE plpgsql STRICT SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    deleted bigint;
  BEGIN
    -- AUDIT_RETENTION_DAYS is never less.
    IF keep_days < 30 THEN
      RAISE insufficient_privilege USING MESSAGE = 'events are kept for 30 days at least';
    END IF;
    DELETE FROM audit_events WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM audit_events WHERE at < now() - make_interval(days => keep_days) LIMIT most FOR UPDATE SKIP LOCKED
    ));
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN deleted;
  END;
$$;

-- Takes what names a person out of the log and out of all queues. Of nobody who has an account: it has to be gone first.
CREATE FUNCTION forget_person(address text, account uuid) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    jobs bigint;
    events bigint;
  BEGIN
    IF EXISTS (SELECT FROM users WHERE email = address OR id = account) THEN
      RAISE insufficient_privilege USING MESSAGE = 'who has an account is not forgotten';
    END IF;
    DELETE FROM pgboss.job
     WHERE data->>'to' = address OR data->>'email' = address OR data->>'userId' = account::text;
    GET DIAGNOSTICS jobs = ROW_COUNT;
    UPDATE audit_events SET email = '', ip_address = '', user_agent = ''
     WHERE email = address OR user_id = account;
    GET DIAGNOSTICS events = ROW_COUNT;
    RETURN jobs + events;
  END;
$$;

-- What kinds of mails and jobs there are for an address, and since when; nothing of what they say.
CREATE FUNCTION queued_for(address text) RETURNS TABLE (kind text, state text, created_at timestamptz)
  LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  BEGIN
    RETURN QUERY
      SELECT coalesce(j.data->>'kind', j.source_name, j.name), j.state::text, j.created_on
        FROM pgboss.job j
       WHERE j.data->>'to' = address OR j.data->>'email' = address
       ORDER BY j.created_on, j.id;
  END;
$$;

-- How many jobs of each queue are due, and how long the oldest has been.
CREATE FUNCTION due_jobs() RETURNS TABLE (queue text, jobs integer, age double precision)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  BEGIN
    RETURN QUERY
      SELECT q.name, coalesce(w.jobs, 0)::integer, coalesce(w.age, 0)::double precision
        FROM pgboss.queue q
        LEFT JOIN (
          SELECT j.name, count(*) AS jobs, extract(epoch FROM now() - min(j.start_after)) AS age
            FROM pgboss.job j
           WHERE j.state < 'completed' AND j.start_after <= now()
           GROUP BY j.name
        ) w ON w.name = q.name
       WHERE q.name NOT LIKE '\_\_pgboss%';
  END;
$$;

REVOKE ALL ON FUNCTION delete_old_events(integer, integer), forget_person(text, uuid), queued_for(text), due_jobs() FROM PUBLIC;
