-- CreateTable
CREATE TABLE "address_changes" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "old_email" TEXT NOT NULL,
    "new_email" TEXT NOT NULL,
    "token_hash" BYTEA,
    "undo_hash" BYTEA,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "replaced_at" TIMESTAMPTZ(3),
    "applied_at" TIMESTAMPTZ(3),
    "undo_until" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "address_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "address_changes_token_hash_key" ON "address_changes"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "address_changes_undo_hash_key" ON "address_changes"("undo_hash");

-- CreateIndex
CREATE INDEX "address_changes_user_id_idx" ON "address_changes"("user_id");

-- CreateIndex
CREATE INDEX "address_changes_old_email_idx" ON "address_changes"("old_email");

-- CreateIndex
CREATE INDEX "address_changes_new_email_idx" ON "address_changes"("new_email");

-- AddForeignKey
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

ALTER TABLE address_changes ADD CONSTRAINT token_is_hashed CHECK (octet_length(token_hash) = 32);
ALTER TABLE address_changes ADD CONSTRAINT undo_is_hashed CHECK (octet_length(undo_hash) = 32);
ALTER TABLE address_changes ADD CONSTRAINT applied_can_be_undone
  CHECK ((applied_at IS NULL) = (undo_until IS NULL) AND (undone_at IS NULL OR applied_at IS NOT NULL));

-- A person has one change that waits for its link.
CREATE UNIQUE INDEX address_changes_one_waits ON address_changes (user_id)
  WHERE applied_at IS NULL AND replaced_at IS NULL;

-- Whether an address is kept for somebody else, who can still take it back.
CREATE FUNCTION is_address_reserved(address text, for_user uuid) RETURNS boolean
  LANGUAGE sql STABLE
  AS $$
    SELECT EXISTS (
      SELECT FROM address_changes
       WHERE old_email = address AND user_id IS DISTINCT FROM for_user
         AND applied_at IS NOT NULL AND undone_at IS NULL AND undo_until > now()
    )
  $$;

-- For every way in which an account gets an address, a reserved one is a taken one, down to the error. After the row is written:
-- it may have waited for the very change that reserves the address, and sees it now.
CREATE FUNCTION refuse_reserved_address() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF is_address_reserved(NEW.email, NEW.id) THEN
      RAISE unique_violation USING
        MESSAGE = 'duplicate key value violates unique constraint "users_email_key"',
        DETAIL = format('Key (email)=(%s) already exists.', NEW.email),
        SCHEMA = 'public', TABLE = 'users', CONSTRAINT = 'users_email_key';
    END IF;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER reserved_address_is_taken AFTER INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION refuse_reserved_address();
