-- CreateTable
CREATE TABLE "data_exports" (
    "user_id" UUID NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "content" BYTEA,
    "made_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "data_exports_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

-- A copy has its end from the moment it is there.
ALTER TABLE data_exports ADD CONSTRAINT made_is_whole
  CHECK ((content IS NULL) = (made_at IS NULL) AND (content IS NULL) = (expires_at IS NULL));
