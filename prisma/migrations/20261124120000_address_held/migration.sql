-- Until when the address of somebody who left a company's team stays as it is (decision 97).
ALTER TABLE "users" ADD COLUMN "address_held_until" TIMESTAMPTZ(3);
