ALTER TABLE "source_records" ADD COLUMN "field_sources" jsonb;
