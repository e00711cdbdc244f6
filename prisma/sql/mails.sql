-- Returns kind and dates of the mails and jobs for an address, without their content.
-- Red without it: tools/prisma/database-roles.spec.ts, "counts the jobs of all queues, and sees which kinds wait for an address, but no content"
CREATE OR REPLACE FUNCTION queued_for(address text) RETURNS TABLE (kind text, state text, created_at timestamptz)
  LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  BEGIN
    RETURN QUERY
      SELECT coalesce(j.data->>'kind', j.source_name, j.name), j.state::text, j.created_on
        FROM pgboss.job j
       WHERE j.data->>'to' = address OR j.data->>'email' = address
       ORDER BY j.created_on, j.id;
  END;
$$;

-- Returns the number of waiting jobs of each queue and the age of the oldest: the time since it was due, or since it was created if
-- a try failed.
-- Red without it: tools/prisma/database-roles.spec.ts, "counts the jobs of all queues, and sees which kinds wait for an address, but no content"
CREATE OR REPLACE FUNCTION due_jobs() RETURNS TABLE (queue text, jobs integer, age double precision)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  BEGIN
    RETURN QUERY
      SELECT q.name, coalesce(w.jobs, 0)::integer, coalesce(w.age, 0)::double precision
        FROM pgboss.queue q
        LEFT JOIN (
          SELECT j.name, count(*) AS jobs, extract(epoch FROM now() - min(
                   CASE WHEN j.retry_count > 0 THEN j.created_on ELSE j.start_after END)) AS age
            FROM pgboss.job j
           WHERE j.state < 'completed' AND (j.start_after <= now() OR j.retry_count > 0)
           GROUP BY j.name
        ) w ON w.name = q.name
       WHERE q.name NOT LIKE '\_\_pgboss%';
  END;
$$;
