CREATE TABLE "source_records" (
	"source_id" uuid NOT NULL,
	"source_key" text NOT NULL,
	"product_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "source_records_pkey" PRIMARY KEY("source_id","source_key")
);
--> statement-breakpoint
ALTER TABLE "source_records" ADD CONSTRAINT "source_records_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_records" ADD CONSTRAINT "source_records_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_records_product_id_idx" ON "source_records" USING btree ("product_id");