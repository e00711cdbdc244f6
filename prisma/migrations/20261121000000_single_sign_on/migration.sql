-- AlterTable
ALTER TABLE "saml_requests" ADD COLUMN     "tested_by_id" UUID;

-- CreateTable
CREATE TABLE "sso_tests" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "identity_provider_id" UUID NOT NULL,
    "tested_by_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "report" JSONB NOT NULL,

    CONSTRAINT "sso_tests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seat_requests" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "team_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "seat_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sso_tests_identity_provider_id_idx" ON "sso_tests"("identity_provider_id");

-- CreateIndex
CREATE INDEX "sso_tests_tested_by_id_idx" ON "sso_tests"("tested_by_id");

-- CreateIndex
CREATE INDEX "sso_tests_at_idx" ON "sso_tests"("at");

-- CreateIndex
CREATE UNIQUE INDEX "seat_requests_team_id_email_key" ON "seat_requests"("team_id", "email");

-- AddForeignKey
ALTER TABLE "saml_requests" ADD CONSTRAINT "saml_requests_tested_by_id_fkey" FOREIGN KEY ("tested_by_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sso_tests" ADD CONSTRAINT "sso_tests_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sso_tests" ADD CONSTRAINT "sso_tests_tested_by_id_fkey" FOREIGN KEY ("tested_by_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seat_requests" ADD CONSTRAINT "seat_requests_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

CREATE INDEX saml_requests_tested_by_id_idx ON saml_requests (tested_by_id) WHERE tested_by_id IS NOT NULL;
ALTER TABLE seat_requests ADD CONSTRAINT email_is_normalized
  CHECK (email COLLATE "C" !~ '[A-Z[:space:][:cntrl:]]' AND position('@' IN email) > 1);
