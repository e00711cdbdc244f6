-- Another issuer is another identity provider under the same name: what is on the word of the one before ends, as when that is
-- switched off (decision 92).
CREATE TRIGGER issuer_ends_access AFTER UPDATE OF entity_id ON identity_providers
  FOR EACH ROW WHEN (OLD.entity_id <> NEW.entity_id) EXECUTE FUNCTION end_access_through_identity_provider();
