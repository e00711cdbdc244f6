-- What ended with an identity provider's word (decision 92), until its person has been mailed.
CREATE TABLE "ended_access" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "user_id" UUID NOT NULL,
    "identity_provider" TEXT NOT NULL,
    "passkeys" TEXT[],
    "has_app" BOOLEAN NOT NULL,
    "recovery_codes" INTEGER NOT NULL,
    "connected_apps" TEXT[],
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "ended_access_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ended_access_user_id_idx" ON "ended_access"("user_id");

-- AddForeignKey
ALTER TABLE "ended_access" ADD CONSTRAINT "ended_access_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules Prisma's schema language cannot say.

-- Ends what is on the word of an identity provider: of one person, or of all. Whoever adds a passkey or a factor locks the
-- user first, so the users come first. Sessions come after what may just be starting one, and grants after the sessions
-- that may just be making one. A session goes that was proved by the provider, too. What the person added is written down
-- for the mail.
CREATE FUNCTION end_access_on_word_of(provider uuid, person uuid DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM FROM users
      WHERE id IN (SELECT user_id FROM sessions WHERE provider IN (on_word_of, step_up_on_word_of)
                   UNION ALL SELECT user_id FROM passkeys WHERE on_word_of = provider
                   UNION ALL SELECT user_id FROM second_factors WHERE on_word_of = provider
                   UNION ALL SELECT user_id FROM recovery_codes WHERE on_word_of = provider
                   UNION ALL SELECT user_id FROM factor_recoveries WHERE on_word_of = provider)
        AND (person IS NULL OR id = person)
      ORDER BY id FOR NO KEY UPDATE;

    WITH passkey AS (
      DELETE FROM passkeys WHERE on_word_of = provider AND (person IS NULL OR user_id = person) RETURNING user_id, name
    ), code AS (
      DELETE FROM recovery_codes WHERE on_word_of = provider AND (person IS NULL OR user_id = person)
      RETURNING user_id, used_at
    ), factor AS (
      DELETE FROM second_factors WHERE on_word_of = provider AND (person IS NULL OR user_id = person)
      RETURNING user_id, confirmed_at
    ), lost AS (
      SELECT user_id, name AS passkey, NULL::boolean AS has_app, 0 AS codes FROM passkey
      UNION ALL SELECT user_id, NULL, true, 0 FROM factor WHERE confirmed_at IS NOT NULL
      UNION ALL SELECT user_id, NULL, NULL, 1 FROM code WHERE used_at IS NULL
    )
    INSERT INTO ended_access (user_id, identity_provider, passkeys, has_app, recovery_codes, connected_apps)
      SELECT l.user_id, i.name, coalesce(array_agg(l.passkey) FILTER (WHERE l.passkey IS NOT NULL), '{}'),
             coalesce(bool_or(l.has_app), false), sum(l.codes), '{}'
        FROM lost l JOIN identity_providers i ON i.id = provider
       GROUP BY l.user_id, i.name;

    DELETE FROM factor_recoveries WHERE on_word_of = provider AND (person IS NULL OR user_id = person);
    DELETE FROM known_devices WHERE on_word_of = provider AND (person IS NULL OR user_id = person);
    DELETE FROM sessions WHERE provider IN (on_word_of, step_up_on_word_of) AND (person IS NULL OR user_id = person);

    WITH ended AS (
      UPDATE oauth_grants SET revoked_at = now()
       WHERE on_word_of = provider AND revoked_at IS NULL AND (person IS NULL OR user_id = person)
      RETURNING user_id, client_id, expires_at
    ), live AS (
      SELECT DISTINCT e.user_id, c.name FROM ended e JOIN oauth_clients c ON c.id = e.client_id WHERE e.expires_at > now()
    )
    INSERT INTO ended_access (user_id, identity_provider, passkeys, has_app, recovery_codes, connected_apps)
      SELECT l.user_id, i.name, '{}', false, 0, array_agg(l.name)
        FROM live l JOIN identity_providers i ON i.id = provider
       GROUP BY l.user_id, i.name;
  END
  $$;

CREATE OR REPLACE FUNCTION end_access_through_identity_provider() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM end_access_on_word_of(OLD.id);
    RETURN OLD;
  END
  $$;
