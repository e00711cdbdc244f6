-- CreateTable
CREATE TABLE "owner_offers" (
    "team_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "owner_offers_pkey" PRIMARY KEY ("team_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "owner_offers_owner_id_key" ON "owner_offers"("owner_id");

-- CreateIndex
CREATE INDEX "owner_offers_member_id_idx" ON "owner_offers"("member_id");

-- AddForeignKey
ALTER TABLE "owner_offers" ADD CONSTRAINT "owner_offers_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "owner_offers" ADD CONSTRAINT "owner_offers_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "owner_offers" ADD CONSTRAINT "owner_offers_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

ALTER TABLE owner_offers ADD CONSTRAINT offered_to_another CHECK (owner_id <> member_id);

-- Whoever leaves the team or is deactivated, by whatever way and through whichever version, takes the offer along.
CREATE FUNCTION end_owner_offers_of_user() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM owner_offers WHERE owner_id = NEW.id OR member_id = NEW.id;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER leaving_ends_owner_offers AFTER UPDATE OF team_id, deactivated_at ON users
  FOR EACH ROW WHEN (NEW.team_id IS DISTINCT FROM OLD.team_id OR (NEW.deactivated_at IS NOT NULL AND OLD.deactivated_at IS NULL))
  EXECUTE FUNCTION end_owner_offers_of_user();

-- An offer is its owner's: replicas of the version before hand a team over at once.
CREATE FUNCTION end_owner_offers_of_team() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM owner_offers WHERE team_id = NEW.id;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER new_owner_ends_owner_offers AFTER UPDATE OF owner_id ON teams
  FOR EACH ROW WHEN (NEW.owner_id IS DISTINCT FROM OLD.owner_id)
  EXECUTE FUNCTION end_owner_offers_of_team();
