-- AlterTable
ALTER TABLE "payment_attempts" ADD COLUMN     "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp();
