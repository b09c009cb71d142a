CREATE TABLE "category_comparisons" (
	"category_id" uuid PRIMARY KEY NOT NULL,
	"products" integer NOT NULL,
	"nutrients" jsonb NOT NULL,
	"better" uuid[] NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "category_comparisons" ADD CONSTRAINT "category_comparisons_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;