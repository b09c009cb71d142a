-- Makes of a database of 1.0 one of the last commit before it: `carryOver` of src/platform/db/migrate.ts undoes this.
ALTER TABLE change_feed ADD COLUMN filled_to uuid DEFAULT '00000000-0000-0000-0000-000000000000';
CREATE TABLE search_words (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  word text NOT NULL,
  CONSTRAINT search_words_word_key UNIQUE (word)
);
-- The first and the last of its 37 migrations.
DELETE FROM drizzle.__drizzle_migrations;
INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('0000', 1795238381617), ('0036', 1795529321286);
