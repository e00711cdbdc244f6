-- What an identity provider was asked is kept, sealed, by the browser that asked; the database learns only of answers.
-- `saml_requests` stays for replicas of the release before.

-- CreateTable
CREATE TABLE "answered_requests" (
    "identity_provider_id" UUID NOT NULL,
    "request_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "answered_requests_pkey" PRIMARY KEY ("identity_provider_id","request_id")
);

-- CreateIndex
CREATE INDEX "answered_requests_expires_at_idx" ON "answered_requests"("expires_at");

-- AddForeignKey
ALTER TABLE "answered_requests" ADD CONSTRAINT "answered_requests_identity_provider_id_fkey" FOREIGN KEY ("identity_provider_id") REFERENCES "identity_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
