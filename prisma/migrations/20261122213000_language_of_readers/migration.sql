-- In which language somebody reads, as they came; mails go by it. Without one, which is so in rows of the release
-- before, it is English.
ALTER TABLE users ADD COLUMN language text;
ALTER TABLE registrations ADD COLUMN language text;
ALTER TABLE team_invitations ADD COLUMN language text;
ALTER TABLE event_invitations ADD COLUMN language text;
