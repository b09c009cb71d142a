CREATE TABLE "dump_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dump_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"requested_by" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"name" text,
	"products" integer DEFAULT 0 NOT NULL,
	"error" text,
	"manifest" jsonb,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "dump_runs_requested_by_known" CHECK ("dump_runs"."requested_by" in ('schedule', 'command')),
	CONSTRAINT "dump_runs_state_known" CHECK ("dump_runs"."state" in ('running', 'published', 'refused', 'failed'))
);
--> statement-breakpoint
CREATE INDEX "dump_runs_started_at_idx" ON "dump_runs" USING btree ("started_at");