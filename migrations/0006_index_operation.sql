CREATE TABLE "index_lag_samples" (
	"at" timestamp with time zone PRIMARY KEY DEFAULT now() NOT NULL,
	"dirty" integer NOT NULL,
	"parked" integer NOT NULL,
	"lag_seconds" double precision NOT NULL,
	"drift" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "index_rebuilds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "index_rebuilds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"requested_by" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"total" integer,
	"done" integer DEFAULT 0 NOT NULL,
	"error" text,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "index_rebuilds_state_known" CHECK ("index_rebuilds"."state" in ('queued', 'filling', 'verifying', 'swapping', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "index_reconciles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "index_reconciles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"requested_by" text NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"products" integer,
	"missing" integer,
	"stale" integer,
	"ghost" integer,
	"error" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "index_rebuilds_one_open" ON "index_rebuilds" USING btree ((true)) WHERE state not in ('done', 'failed');--> statement-breakpoint
CREATE INDEX "index_reconciles_unfinished_idx" ON "index_reconciles" USING btree ("id") WHERE finished_at is null;