-- CreateTable
CREATE TABLE "former_addresses" (
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "had_since" TIMESTAMPTZ(3),
    "given_up_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "former_addresses_pkey" PRIMARY KEY ("user_id","email")
);

-- CreateIndex
CREATE INDEX "former_addresses_email_idx" ON "former_addresses"("email");

-- AddForeignKey
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whoever writes another address, be it the person, a company or an admin: what is known by the former one is found again.
CREATE FUNCTION keep_former_address() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM former_addresses WHERE user_id = NEW.id AND email = NEW.email;
    INSERT INTO former_addresses (user_id, email) VALUES (NEW.id, OLD.email)
      ON CONFLICT (user_id, email) DO UPDATE SET given_up_at = EXCLUDED.given_up_at;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER former_address_is_kept AFTER UPDATE OF email ON users
  FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION keep_former_address();

-- Of an address, what is from the time in which it was the person's; with the account, what knows its id. A line of somebody else
-- names the address beside it.
DROP FUNCTION forget_person(text, uuid);
CREATE FUNCTION forget_person(address text, account uuid, held_from timestamptz, held_until timestamptz) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    jobs bigint;
    events bigint;
  BEGIN
    IF EXISTS (SELECT FROM users WHERE email = address OR id = account) THEN
      RAISE insufficient_privilege USING MESSAGE = 'who has an account is not forgotten';
    END IF;
    DELETE FROM pgboss.job
     WHERE data->>'userId' = account::text
        OR (data->>'to' = address OR data->>'email' = address)
           AND (held_from IS NULL OR created_on > held_from)
           AND (held_until IS NULL OR date_trunc('milliseconds', created_on) <= held_until);
    GET DIAGNOSTICS jobs = ROW_COUNT;
    UPDATE audit_events SET email = '', ip_address = '', user_agent = ''
     WHERE user_id = account
        OR email = address AND (held_from IS NULL OR at > held_from) AND (held_until IS NULL OR at <= held_until);
    GET DIAGNOSTICS events = ROW_COUNT;
    UPDATE audit_events SET details = details - 'address' - 'nameId'
     WHERE details->>'address' = address AND (held_from IS NULL OR at > held_from) AND (held_until IS NULL OR at <= held_until);
    RETURN jobs + events;
  END;
$$;
REVOKE ALL ON FUNCTION forget_person(text, uuid, timestamptz, timestamptz) FROM PUBLIC;
