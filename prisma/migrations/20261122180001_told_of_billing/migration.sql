-- What owners are told of their card and their plan, without asking the provider for it.
ALTER TABLE subscriptions ADD COLUMN card_brand text;
ALTER TABLE subscriptions ADD COLUMN card_last4 text;
ALTER TABLE subscriptions ADD COLUMN card_exp_month integer;
ALTER TABLE subscriptions ADD COLUMN card_exp_year integer;
-- The card's months and the grace that were told of already: each is told of once.
ALTER TABLE subscriptions ADD COLUMN card_told_for text;
ALTER TABLE subscriptions ADD COLUMN grace_told_for timestamptz(3);
ALTER TABLE subscriptions ADD COLUMN sends_receipts boolean NOT NULL DEFAULT true;
-- Set while the cards of the owner before are still at the provider, and which those are, once that is known.
ALTER TABLE subscriptions ADD COLUMN hand_over_id uuid;
ALTER TABLE subscriptions ADD COLUMN former_methods text[];

-- CreateTable
CREATE TABLE "renewal_receipts" (
    "invoice_id" TEXT NOT NULL,
    "team_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "renewal_receipts_pkey" PRIMARY KEY ("invoice_id")
);

-- CreateIndex
CREATE INDEX "renewal_receipts_team_id_idx" ON "renewal_receipts"("team_id");

-- AddForeignKey
ALTER TABLE "renewal_receipts" ADD CONSTRAINT "renewal_receipts_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
