CREATE TABLE "account_usage" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"used" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_usage_not_negative" CHECK ("account_usage"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"tier" text DEFAULT 'registered' NOT NULL,
	"blocked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_email_key" UNIQUE("email"),
	CONSTRAINT "accounts_email_form" CHECK ("accounts"."email" = lower(btrim("accounts"."email")) and length("accounts"."email") <= 254)
);
--> statement-breakpoint
CREATE TABLE "address_usage" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"used" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "address_usage_not_negative" CHECK ("address_usage"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"prefix" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_hash_key" UNIQUE("hash"),
	CONSTRAINT "api_keys_hash_length" CHECK (length("api_keys"."hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "installation_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tiers" (
	"code" text PRIMARY KEY NOT NULL,
	"per_minute" integer,
	"cumulative" bigint,
	CONSTRAINT "tiers_per_minute_positive" CHECK ("tiers"."per_minute" > 0),
	CONSTRAINT "tiers_cumulative_positive" CHECK ("tiers"."cumulative" >= 0)
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text,
	"before" jsonb,
	"after" jsonb,
	"request_id" text,
	"prev_hash" "bytea",
	"hash" "bytea"
);
--> statement-breakpoint
CREATE TABLE "search_outbox" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"marked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"parked_error" text
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_words_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"word" text NOT NULL,
	CONSTRAINT "search_words_word_key" UNIQUE("word")
);
--> statement-breakpoint
CREATE TABLE "source_records" (
	"source_id" uuid NOT NULL,
	"source_key" text NOT NULL,
	"product_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "source_records_pkey" PRIMARY KEY("source_id","source_key")
);
--> statement-breakpoint
CREATE TABLE "barcodes" (
	"gtin14" text PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"type" text NOT NULL,
	"pack_level" text NOT NULL,
	"region" text,
	"is_primary" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "barcodes_gtin14_form" CHECK ("barcodes"."gtin14" ~ '^[0-9]{14}$'),
	CONSTRAINT "barcodes_type_known" CHECK ("barcodes"."type" in ('gtin8','gtin12','gtin13','gtin14')),
	CONSTRAINT "barcodes_pack_level_known" CHECK ("barcodes"."pack_level" in ('each','inner','case','pallet')),
	CONSTRAINT "barcodes_region_form" CHECK ("barcodes"."region" ~ '^([A-Z]{2}|GLOBAL)$')
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"brand_key" text NOT NULL,
	"aliases" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brands_slug_key" UNIQUE("slug"),
	CONSTRAINT "brands_brand_key_key" UNIQUE("brand_key")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"parent_id" uuid,
	"path" text NOT NULL,
	"level" integer NOT NULL,
	"archive_kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "categories_code_key" UNIQUE("code"),
	CONSTRAINT "categories_path_key" UNIQUE("path"),
	CONSTRAINT "categories_code_form" CHECK ("categories"."code" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "categories_level_range" CHECK ("categories"."level" between 1 and 6)
);
--> statement-breakpoint
CREATE TABLE "field_provenance" (
	"product_id" uuid NOT NULL,
	"field" text NOT NULL,
	"source_id" uuid NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "field_provenance_pkey" PRIMARY KEY("product_id","field","source_id")
);
--> statement-breakpoint
CREATE TABLE "food_details" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"nutriments" jsonb,
	"nutrition_basis" text,
	"serving_size" text,
	"nutri_score" text,
	"ingredients_text" text,
	"allergens" text[] DEFAULT '{}'::text[] NOT NULL,
	"no_nutrition_data" boolean DEFAULT false NOT NULL,
	CONSTRAINT "food_details_basis_known" CHECK ("food_details"."nutrition_basis" in ('100g','100ml','serving')),
	CONSTRAINT "food_details_nutri_score_known" CHECK ("food_details"."nutri_score" in ('a','b','c','d','e'))
);
--> statement-breakpoint
CREATE TABLE "kind_fields" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"type" text NOT NULL,
	"unit" text,
	"group" text,
	"required" boolean DEFAULT false NOT NULL,
	"options" jsonb,
	"min" numeric,
	"max" numeric,
	"position" integer NOT NULL,
	CONSTRAINT "kind_fields_pkey" PRIMARY KEY("kind","key"),
	CONSTRAINT "kind_fields_key_form" CHECK ("kind_fields"."key" ~ '^[a-z][a-z0-9_]{0,59}$'),
	CONSTRAINT "kind_fields_type_known" CHECK ("kind_fields"."type" in ('string','number','boolean','enum','date'))
);
--> statement-breakpoint
CREATE TABLE "kinds" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "kinds_code_form" CHECK ("kinds"."code" ~ '^[a-z][a-z0-9_]{0,39}$')
);
--> statement-breakpoint
CREATE TABLE "msrp_snapshots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"amount" numeric(14, 4) NOT NULL,
	"currency" text NOT NULL,
	"region" text NOT NULL,
	"effective_date" date,
	"source_url" text,
	"note" text,
	"source_id" uuid NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "msrp_snapshots_amount_range" CHECK ("msrp_snapshots"."amount" >= 0 and "msrp_snapshots"."amount" < 'Infinity'::numeric),
	CONSTRAINT "msrp_snapshots_currency_form" CHECK ("msrp_snapshots"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "msrp_snapshots_region_form" CHECK ("msrp_snapshots"."region" ~ '^([A-Z]{2}|GLOBAL)$')
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"search_name" text NOT NULL,
	"brand_id" uuid,
	"category_id" uuid,
	"status" text NOT NULL,
	"archive_reason" text,
	"merged_into_id" uuid,
	"net_content_value" numeric,
	"net_content_unit" text,
	"country_of_origin" text,
	"images" text[] DEFAULT '{}'::text[] NOT NULL,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"quality_score" numeric(4, 3) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_status_known" CHECK ("products"."status" in ('draft','active','archived')),
	CONSTRAINT "products_name_length" CHECK (length("products"."name") between 1 and 300),
	CONSTRAINT "products_active_has_category" CHECK ("products"."status" <> 'active' or "products"."category_id" is not null),
	CONSTRAINT "products_merged_is_archived" CHECK ("products"."merged_into_id" is null or "products"."status" = 'archived'),
	CONSTRAINT "products_quality_range" CHECK ("products"."quality_score" between 0 and 1),
	CONSTRAINT "products_net_content_unit_known" CHECK ("products"."net_content_unit" in ('g','kg','ml','l','pcs','m')),
	CONSTRAINT "products_net_content_positive" CHECK ("products"."net_content_value" > 0 and "products"."net_content_value" < 'Infinity'::numeric)
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"trust" numeric(3, 2) NOT NULL,
	"license" text,
	"license_url" text,
	"attribution" text,
	"homepage_url" text,
	"last_imported_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sources_code_key" UNIQUE("code"),
	CONSTRAINT "sources_trust_range" CHECK ("sources"."trust" between 0 and 1),
	CONSTRAINT "sources_kind_known" CHECK ("sources"."kind" in ('community','open_data','official','manufacturer','retailer','operator'))
);
--> statement-breakpoint
ALTER TABLE "account_usage" ADD CONSTRAINT "account_usage_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_tier_tiers_code_fk" FOREIGN KEY ("tier") REFERENCES "public"."tiers"("code") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_records" ADD CONSTRAINT "source_records_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_records" ADD CONSTRAINT "source_records_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "barcodes" ADD CONSTRAINT "barcodes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_archive_kind_kinds_code_fk" FOREIGN KEY ("archive_kind") REFERENCES "public"."kinds"("code") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "field_provenance" ADD CONSTRAINT "field_provenance_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "field_provenance" ADD CONSTRAINT "field_provenance_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "food_details" ADD CONSTRAINT "food_details_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kind_fields" ADD CONSTRAINT "kind_fields_kind_kinds_code_fk" FOREIGN KEY ("kind") REFERENCES "public"."kinds"("code") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "msrp_snapshots" ADD CONSTRAINT "msrp_snapshots_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "msrp_snapshots" ADD CONSTRAINT "msrp_snapshots_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_merged_into_id_products_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_tier_idx" ON "accounts" USING btree ("tier");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_one_active_key" ON "api_keys" USING btree ("account_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "api_keys_account_id_idx" ON "api_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "audit_log_entity_idx" ON "audit_log" USING btree ("entity","entity_id","seq");--> statement-breakpoint
CREATE INDEX "search_outbox_marked_at_idx" ON "search_outbox" USING btree ("marked_at") WHERE parked_error is null;--> statement-breakpoint
CREATE INDEX "source_records_product_id_idx" ON "source_records" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "barcodes_product_id_idx" ON "barcodes" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "barcodes_one_primary_key" ON "barcodes" USING btree ("product_id") WHERE is_primary;--> statement-breakpoint
CREATE INDEX "barcodes_gtin14_trgm_idx" ON "barcodes" USING gin ("gtin14" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "brands_name_idx" ON "brands" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "brands_brand_key_trgm_idx" ON "brands" USING gin ("brand_key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "categories_parent_id_idx" ON "categories" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "field_provenance_source_id_idx" ON "field_provenance" USING btree ("source_id","product_id");--> statement-breakpoint
CREATE INDEX "msrp_snapshots_product_id_idx" ON "msrp_snapshots" USING btree ("product_id","effective_date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "products_quality_idx" ON "products" USING btree ("quality_score" DESC NULLS LAST,"id") WHERE status = 'active' and merged_into_id is null;--> statement-breakpoint
CREATE INDEX "products_brand_id_idx" ON "products" USING btree ("brand_id","status","merged_into_id");--> statement-breakpoint
CREATE INDEX "products_category_id_idx" ON "products" USING btree ("category_id","status","merged_into_id");--> statement-breakpoint
CREATE INDEX "products_merged_into_id_idx" ON "products" USING btree ("merged_into_id");--> statement-breakpoint
CREATE INDEX "products_country_of_origin_idx" ON "products" USING btree ("country_of_origin");--> statement-breakpoint
CREATE INDEX "products_search_name_trgm_idx" ON "products" USING gin ("search_name" gin_trgm_ops);