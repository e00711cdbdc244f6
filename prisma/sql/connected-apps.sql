-- Normalizes values typed in Studio, or rejects them with a message. Studio turns an array without brackets and quotes into
-- NULL. A scope that is removed from an app is removed from its grants, and a grant without scopes is revoked.
-- Red without it: apps/api/src/database/typed-by-admins.spec.ts, "the fields of an app"
CREATE OR REPLACE FUNCTION tidy_oauth_client() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    wrong text;
  BEGIN
    PERFORM require_filled(TG_RELID, to_jsonb(NEW));
    NEW.name := trimmed(NEW.name);
    NEW.client_id := trimmed(NEW.client_id);
    IF EXISTS (SELECT FROM oauth_clients WHERE client_id = NEW.client_id AND id <> NEW.id) THEN
      PERFORM refuse_double('Another app already has the client ID ' || NEW.client_id || '.',
        'oauth_clients', 'oauth_clients_client_id_key');
    END IF;
    SELECT array_agg(trimmed(uri) ORDER BY place) INTO NEW.redirect_uris
      FROM unnest(NEW.redirect_uris) WITH ORDINALITY AS typed (uri, place);
    SELECT array_agg(trimmed(scope) ORDER BY place) INTO NEW.scopes
      FROM unnest(NEW.scopes) WITH ORDINALITY AS typed (scope, place);
    IF length(NEW.name) > 60 OR NEW.name ~ '[[:cntrl:]\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]' THEN
      PERFORM refused('The name of an app has at most 60 characters, and no invisible ones.');
    ELSIF NEW.redirect_uris IS NULL THEN
      PERFORM refused('Type one or more redirect_uris with brackets and quotes, as in ["https://app.example.com/callback"].');
    ELSIF NEW.scopes IS NULL THEN
      PERFORM refused('Type one or more scopes with brackets and quotes, as in ["profile", "diagrams.read"].');
    END IF;
    SELECT uri INTO wrong FROM unnest(NEW.redirect_uris) AS uri
     WHERE NOT are_redirect_uris(ARRAY[uri]) OR uri ~ ':(6553[6-9]|655[4-9].|65[6-9]..|6[6-9]...|[7-9]....)(/|$)' LIMIT 1;
    IF FOUND THEN
      PERFORM refused('"' || coalesce(wrong, '') || '" is not allowed as a redirect URI. Use https:// without user, query or #, '
        || 'or http://localhost, http://127.0.0.1 or http://[::1] for an app on the user''s machine, or a scheme with a dot, like '
        || 'com.example.app:/callback. Write the host in lower case.');
    END IF;
    SELECT scope INTO wrong FROM unnest(NEW.scopes) AS scope
     WHERE scope IS NULL OR scope NOT IN ('profile', 'diagrams.read', 'diagrams.write', 'events.invite') LIMIT 1;
    IF FOUND THEN
      PERFORM refused('There is no scope "' || coalesce(wrong, '')
        || '". The scopes are profile, diagrams.read, diagrams.write and events.invite.');
    END IF;
    IF TG_OP = 'UPDATE' AND NOT OLD.scopes <@ NEW.scopes THEN
      UPDATE oauth_grants
         SET scopes = ARRAY(SELECT scope FROM unnest(scopes) AS scope WHERE scope = ANY (NEW.scopes)),
             revoked_at = CASE WHEN NOT scopes && NEW.scopes THEN now() END
       WHERE client_id = OLD.id AND revoked_at IS NULL AND NOT scopes <@ NEW.scopes;
    END IF;
    RETURN NEW;
  END
  $$;

CREATE OR REPLACE TRIGGER tidied BEFORE INSERT OR UPDATE ON oauth_clients
  FOR EACH ROW EXECUTE FUNCTION tidy_oauth_client();
