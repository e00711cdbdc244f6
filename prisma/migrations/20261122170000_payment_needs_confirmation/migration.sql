-- Whether the bank wants the owner to confirm the payment that is due (3-D Secure). A replica of the release before does
-- not write it; the next read of the provider sets it right.
ALTER TABLE subscriptions ADD COLUMN needs_confirmation boolean NOT NULL DEFAULT false;
