-- What ends a user's reset links, whoever writes: the portal, a command, or an admin in Prisma Studio. A password hashed
-- anew because its parameters changed ends them as well: nobody but its owner makes that happen.
CREATE FUNCTION end_reset_links() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE one_time_links SET replaced_at = now()
     WHERE user_id = NEW.id AND used_at IS NULL AND replaced_at IS NULL AND expires_at > now();
    RETURN NULL;
  END
  $$;
CREATE TRIGGER reset_links_end AFTER UPDATE OF password_hash, email, deactivated_at ON users
  FOR EACH ROW
  WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash
     OR NEW.email <> OLD.email
     OR (NEW.deactivated_at IS NOT NULL AND OLD.deactivated_at IS NULL))
  EXECUTE FUNCTION end_reset_links();
