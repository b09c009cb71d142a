-- Counts of products in use by brand and by category, and of products by source, from an index alone.
DROP INDEX "field_provenance_source_id_idx";--> statement-breakpoint
DROP INDEX "products_brand_id_idx";--> statement-breakpoint
DROP INDEX "products_category_id_idx";--> statement-breakpoint
CREATE INDEX "field_provenance_source_id_idx" ON "field_provenance" USING btree ("source_id","product_id");--> statement-breakpoint
CREATE INDEX "products_brand_id_idx" ON "products" USING btree ("brand_id","status","merged_into_id");--> statement-breakpoint
CREATE INDEX "products_category_id_idx" ON "products" USING btree ("category_id","status","merged_into_id");