-- Invoices that a plan leaves unpaid when it ends, and what became of them.
CREATE TABLE "unpaid_invoices" (
    "invoice_id" TEXT NOT NULL,
    "team_id" UUID NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "ends_as" subscription_end,
    "outcome" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "unpaid_invoices_pkey" PRIMARY KEY ("invoice_id")
);
CREATE INDEX "unpaid_invoices_team_id_idx" ON "unpaid_invoices"("team_id");
CREATE INDEX "unpaid_invoices_subscription_id_idx" ON "unpaid_invoices"("subscription_id");
ALTER TABLE "unpaid_invoices" ADD CONSTRAINT "unpaid_invoices_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Set while a card pays what is open.
ALTER TABLE subscriptions ADD COLUMN paying_until timestamptz(3);
