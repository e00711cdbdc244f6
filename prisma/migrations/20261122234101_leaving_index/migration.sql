-- Beside calls: it stands alone, and locks nobody out.
CREATE INDEX CONCURRENTLY "users_leaving_at_idx" ON "users"("leaving_at");
