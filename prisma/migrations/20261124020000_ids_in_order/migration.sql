-- Ids in the order in which they are made, within a millisecond, too: the random bits behind the millisecond hold its
-- fraction (RFC 9562, 6.2, method 3). In plpgsql, so that the clock is read once.
CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid
  LANGUAGE plpgsql VOLATILE PARALLEL SAFE
  AS $$
  DECLARE
    micros bigint := extract(epoch FROM clock_timestamp()) * 1000000;
  BEGIN
    RETURN encode(
      overlay(uuid_send(gen_random_uuid())
              PLACING int8send((micros / 1000) << 16 | x'7000'::bigint | (micros % 1000) * 4096 / 1000)
              FROM 1 FOR 8),
      'hex')::uuid;
  END
  $$;
