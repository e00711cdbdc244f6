-- A scope that an operator takes from an app leaves its grants, also in Prisma Studio. So it is asked for again when the
-- app gets it back. A grant ends with its last scope.
CREATE FUNCTION take_scopes_from_grants() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE oauth_grants
       SET scopes = ARRAY(SELECT scope FROM unnest(scopes) AS scope WHERE scope = ANY (NEW.scopes)),
           revoked_at = CASE WHEN NOT scopes && NEW.scopes THEN now() END
     WHERE client_id = NEW.id AND revoked_at IS NULL AND NOT scopes <@ NEW.scopes;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER scopes_taken AFTER UPDATE OF scopes ON oauth_clients
  FOR EACH ROW WHEN (NOT OLD.scopes <@ NEW.scopes)
  EXECUTE FUNCTION take_scopes_from_grants();
