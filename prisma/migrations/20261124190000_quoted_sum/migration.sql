-- The sum that the page showed, and the one that the invoice asked for where they differ.
ALTER TABLE "payment_attempts"
  ADD COLUMN "quoted_cents" INTEGER,
  ADD COLUMN "quoted_currency" TEXT,
  ADD COLUMN "invoice_cents" INTEGER,
  ADD COLUMN "invoice_currency" TEXT;
