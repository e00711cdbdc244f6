-- Looked at while the portal goes on.
ALTER TABLE sessions VALIDATE CONSTRAINT known_beginning;
