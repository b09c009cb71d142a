CREATE TABLE "misses" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"count" integer NOT NULL,
	"best_score" real NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "misses_pkey" PRIMARY KEY("day","kind","value"),
	CONSTRAINT "misses_kind_known" CHECK ("misses"."kind" in ('text', 'barcode'))
);
