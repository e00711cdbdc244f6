-- Native apps are answered at a scheme of their own, too: a domain name backwards, so that it holds a dot, and a path
-- without a host (RFC 8252 7.1). The rest is as before: https without user, wildcard, query or fragment, or plain http on
-- the app's own machine (RFC 9700 2.1, RFC 8252 7.3).
CREATE OR REPLACE FUNCTION are_redirect_uris(uris text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  AS $$
    SELECT coalesce(bool_and(
             uri ~ '^(https://[a-z0-9.-]+|http://(localhost|127\.0\.0\.1|\[::1\]))(:[0-9]{1,5})?(/[!$%&''()+,./0-9:;=@A-Z_a-z~-]*)?$'
             OR uri ~ '^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:/([!$%&''()+,.0-9:;=@A-Z_a-z~-][!$%&''()+,./0-9:;=@A-Z_a-z~-]*)?$'
           ), false)
      FROM unnest(uris) AS uri
  $$;
