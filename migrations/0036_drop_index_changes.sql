-- The engine answers searches, so no API process follows what the index has taken, and the index has no copies.
-- Processes of the release before run on this schema, with less:
--   * Its indexer fails at `index_rebuilds.copy` and writes nothing. Marks stay in `search_outbox`, and the indexer of this
--     release writes them: start it right after this migration.
--   * Its API answers every call of the catalogue. A text finds products as they were at this migration, because following them
--     fails; a process that starts now has none to follow, and Postgres answers its searches. Status and rebuilds of the index in
--     the admin API are 500. It recovers from none of this: replace it.
DROP TRIGGER "search_outbox_note_changes" ON "search_outbox";
--> statement-breakpoint
DROP FUNCTION note_index_changes();
--> statement-breakpoint
DROP TABLE "index_changes";
--> statement-breakpoint
DROP TABLE "index_copies";
--> statement-breakpoint
ALTER TABLE "index_rebuilds" DROP COLUMN "copy";
