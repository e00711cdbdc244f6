-- Who is linked to a company's identity, and by what (decision 94). Nothing is released yet, so no portal in use is held up.
-- squawk-ignore-file require-concurrent-index-creation, adding-foreign-key-constraint, constraint-missing-not-valid
ALTER TABLE "address_changes" ADD COLUMN "held_at" TIMESTAMPTZ(3);
ALTER TABLE "identity_providers" ADD COLUMN "relink_from" TIMESTAMPTZ(3);
ALTER TABLE "identity_providers" ADD COLUMN "relink_until" TIMESTAMPTZ(3);
ALTER TABLE "pending_identities" ADD COLUMN "is_asked" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "former_identities" (
    "team_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "ended_on" DATE NOT NULL DEFAULT CURRENT_DATE,

    CONSTRAINT "former_identities_pkey" PRIMARY KEY ("team_id","user_id")
);

-- CreateIndex
CREATE INDEX "former_identities_user_id_idx" ON "former_identities"("user_id");

-- AddForeignKey
ALTER TABLE "former_identities" ADD CONSTRAINT "former_identities_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_identities" ADD CONSTRAINT "former_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

ALTER TABLE identity_providers ADD CONSTRAINT window_has_both_ends
  CHECK ((relink_from IS NULL) = (relink_until IS NULL));

-- ── Identities of a provider that is gone ──

-- A NameID means something to its issuer only: with a new issuer, or none, the identities go. That their people had one is
-- kept, so that nobody gets into their accounts with their addresses alone. A trigger, because Studio deletes providers, too.
CREATE FUNCTION end_identities() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    INSERT INTO former_identities (team_id, user_id)
    SELECT DISTINCT u.team_id, u.id
      FROM sso_identities s
      JOIN users u ON u.id = s.user_id
      -- A team that is being deleted keeps nothing.
      JOIN teams t ON t.id = u.team_id
     WHERE s.identity_provider_id = OLD.id AND u.team_id = OLD.team_id
        ON CONFLICT (team_id, user_id) DO UPDATE SET ended_on = excluded.ended_on;
    DELETE FROM sso_identities WHERE identity_provider_id = OLD.id;
    DELETE FROM pending_identities WHERE identity_provider_id = OLD.id;
    RETURN OLD;
  END
  $$;
CREATE TRIGGER issuer_ends_identities AFTER UPDATE OF entity_id ON identity_providers
  FOR EACH ROW WHEN (OLD.entity_id <> NEW.entity_id) EXECUTE FUNCTION end_identities();
-- After `deletion_ends_access` by its name: that looks for the identities.
CREATE TRIGGER deletion_ends_identities BEFORE DELETE ON identity_providers
  FOR EACH ROW EXECUTE FUNCTION end_identities();

-- ── Claims ──

-- Whether somebody has to say whose an address is that a company has sent a person under: that of a member, or one that its
-- former user can take back.
CREATE FUNCTION is_claim_open(of_user uuid, address text, at_provider uuid) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
    SELECT EXISTS (
      SELECT FROM users u
        JOIN identity_providers i ON i.id = at_provider
       WHERE u.id = of_user
         AND CASE WHEN u.email = address THEN u.team_id = i.team_id
             ELSE EXISTS (SELECT FROM address_changes c
                           WHERE c.user_id = u.id AND c.old_email = address AND c.held_at IS NOT NULL) END)
  $$;

-- Whether the mailbox of a user proves nothing until that is said. A first claim keeps no owner out of their own account:
-- there is nobody to ask.
CREATE OR REPLACE FUNCTION has_undecided_identity(of_user uuid) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
    SELECT EXISTS (
      SELECT FROM pending_identities p
        JOIN identity_providers i ON i.id = p.identity_provider_id
        JOIN teams t ON t.id = i.team_id
        JOIN users u ON u.id = p.user_id
       WHERE p.user_id = of_user AND p.email = u.email AND i.team_id = u.team_id
         AND (t.owner_id IS DISTINCT FROM u.id
              OR EXISTS (SELECT FROM sso_identities o WHERE o.identity_provider_id = i.id AND o.user_id = u.id)))
  $$;

-- ── Time to take back an address ──

CREATE OR REPLACE FUNCTION is_address_reserved(address text, for_user uuid) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
    SELECT EXISTS (
      SELECT FROM address_changes
       WHERE old_email = address AND user_id IS DISTINCT FROM for_user
         AND applied_at IS NOT NULL AND undone_at IS NULL AND (undo_until > now() OR held_at IS NOT NULL)
    )
  $$;

-- It stands still while a company's claim to the old address is open, and goes on when the last one is decided, or gone with
-- its provider.
CREATE FUNCTION hold_address_changes() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE address_changes c
       SET held_at = CASE WHEN claimed.is_so THEN coalesce(c.held_at, now()) END,
           undo_until = CASE WHEN claimed.is_so OR c.held_at IS NULL THEN c.undo_until
                             ELSE c.undo_until + (now() - c.held_at) END
      FROM (SELECT a.id, EXISTS (SELECT FROM pending_identities p
                                  WHERE p.user_id = a.user_id AND p.email = a.old_email) AS is_so
              FROM address_changes a) claimed
     WHERE claimed.id = c.id AND c.user_id = coalesce(NEW.user_id, OLD.user_id)
       AND c.applied_at IS NOT NULL AND c.undone_at IS NULL AND (c.undo_until > now() OR c.held_at IS NOT NULL);
    RETURN NULL;
  END
  $$;
CREATE TRIGGER claim_holds_address_changes AFTER INSERT OR UPDATE OF email OR DELETE ON pending_identities
  FOR EACH ROW EXECUTE FUNCTION hold_address_changes();

-- A claim from before the change holds it from the start.
CREATE FUNCTION begin_held() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF EXISTS (SELECT FROM pending_identities WHERE user_id = NEW.user_id AND email = NEW.old_email) THEN
      NEW.held_at := NEW.applied_at;
    END IF;
    RETURN NEW;
  END
  $$;
CREATE TRIGGER older_claim_holds BEFORE UPDATE OF applied_at ON address_changes
  FOR EACH ROW WHEN (NEW.applied_at IS NOT NULL AND OLD.applied_at IS NULL) EXECUTE FUNCTION begin_held();
