-- Rates a submission of a process of an older release, which leaves the column its default (-1). This release rates in
-- src/review/submissions/rate-submissions.ts.
-- In the database because a process of an older release rates nothing itself. The next release drops it.
CREATE OR REPLACE FUNCTION rate_submission() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  target record;
BEGIN
  IF NEW.risk >= 0 THEN
    RETURN NEW;
  END IF;
  NEW.risk := 0;
  IF NEW.status <> 'pending' OR jsonb_typeof(NEW.content) <> 'object' THEN
    RETURN NEW;
  END IF;
  SELECT p.id, p.status, p.name, b.name AS brand INTO target
  FROM products named JOIN products p ON p.id = coalesce(named.merged_into_id, named.id)
  LEFT JOIN brands b ON b.id = p.brand_id
  WHERE named.id = coalesce((SELECT product_id FROM barcodes WHERE gtin14 = NEW.gtin14), NEW.product_id);
  NEW.risk := CASE WHEN target.status = 'active' AND (
      lower(btrim(NEW.content->>'name')) <> lower(target.name)
      OR lower(btrim(NEW.content->>'brand')) <> lower(target.brand)) THEN 8 ELSE 0 END
    + CASE WHEN EXISTS (
      SELECT FROM field_provenance f JOIN sources s ON s.id = f.source_id
      WHERE f.product_id = target.id AND s.code = 'operator' AND f.field IN (
        SELECT regexp_replace(name, '_(value|unit)$', '') FROM jsonb_object_keys(NEW.content) AS name)
      ) THEN 4 ELSE 0 END
    + CASE WHEN target.id IS NULL AND EXISTS (
      SELECT FROM submissions WHERE status = 'pending'
        AND md5(lower(content->>'name')) = md5(lower(NEW.content->>'name'))) THEN 2 ELSE 0 END
    + CASE WHEN NOT EXISTS (
      SELECT FROM submissions WHERE account_id = NEW.account_id AND status = 'approved' AND NOT is_decided_by_rule)
      THEN 1 ELSE 0 END;
  RETURN NEW;
END $$;
