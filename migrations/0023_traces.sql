-- The trace of the transaction that wrote the row (`createDb`), or null.
ALTER TABLE "search_outbox" ADD COLUMN "traceparent" text DEFAULT nullif(current_setting('factshelf.traceparent', true), '');--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "traceparent" text DEFAULT nullif(current_setting('factshelf.traceparent', true), '');