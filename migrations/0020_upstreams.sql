CREATE TABLE "ignored_misses" (
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"ignored_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ignored_misses_pkey" PRIMARY KEY("kind","value"),
	CONSTRAINT "ignored_misses_kind_known" CHECK ("ignored_misses"."kind" in ('text', 'barcode'))
);
--> statement-breakpoint
CREATE TABLE "upstream_asks" (
	"gtin14" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upstream_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "upstream_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_code" text NOT NULL,
	"kind" text NOT NULL,
	"file" text NOT NULL,
	"state" text DEFAULT 'fetching' NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"report" jsonb,
	"error" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "upstream_runs_kind_known" CHECK ("upstream_runs"."kind" in ('whole', 'delta', 'release')),
	CONSTRAINT "upstream_runs_state_known" CHECK ("upstream_runs"."state" in ('fetching', 'importing', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "upstreams" (
	"source_code" text PRIMARY KEY NOT NULL,
	"is_on" boolean,
	"address" text,
	"whole_days" integer,
	"position" bigint,
	"release" text,
	"whole_at" timestamp with time zone,
	"in_step_at" timestamp with time zone,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"error" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"failed_file" text,
	"requested" text,
	CONSTRAINT "upstreams_requested_known" CHECK ("upstreams"."requested" in ('missing', 'whole'))
);
--> statement-breakpoint
CREATE INDEX "upstream_asks_asked_at_idx" ON "upstream_asks" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "upstream_runs_started_at_idx" ON "upstream_runs" USING btree ("started_at");