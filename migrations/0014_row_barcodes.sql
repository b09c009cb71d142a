ALTER TABLE "source_records" ADD COLUMN "gtin14" text;--> statement-breakpoint
-- What rows with a key of their own have said: the barcode that their source supplies. Other rows have it as their key.
UPDATE source_records r SET gtin14 = b.gtin14
FROM barcodes b
WHERE b.product_id = r.product_id AND b.is_primary AND r.source_key !~ '^[0-9]{14}$'
  AND EXISTS (SELECT FROM provenance p
    WHERE p.product_id = r.product_id AND p.source_id = r.source_id AND p.fields ? 'barcode')
  AND NOT EXISTS (SELECT FROM source_records o
    WHERE o.product_id = r.product_id AND o.source_id = r.source_id AND o.source_key <> r.source_key);
