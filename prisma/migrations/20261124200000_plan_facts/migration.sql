-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "currency" TEXT,
ADD COLUMN     "ends_at" TIMESTAMPTZ(3),
ADD COLUMN     "next_charge_at" TIMESTAMPTZ(3),
ADD COLUMN     "next_charge_cents" INTEGER,
ADD COLUMN     "next_charge_kind" TEXT,
ADD COLUMN     "paid_until" TIMESTAMPTZ(3),
ADD COLUMN     "price_cents" INTEGER;
