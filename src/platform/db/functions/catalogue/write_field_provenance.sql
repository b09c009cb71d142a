-- Inserting a row that is there already changes nothing, as with ON CONFLICT DO NOTHING.
-- In the database because the view `field_provenance` takes a row for each field, and its table holds one for each source.
CREATE OR REPLACE FUNCTION write_field_provenance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.product_id, OLD.source_id, OLD.field) = (NEW.product_id, NEW.source_id, NEW.field) THEN
    UPDATE provenance SET fields = fields || jsonb_build_object(
      NEW.field, build_statement(recorded_at, NEW.recorded_at, NEW.submission_id, NEW.operator_id))
    WHERE product_id = NEW.product_id AND source_id = NEW.source_id AND fields ? NEW.field;
    IF FOUND THEN
      RETURN NEW;
    END IF;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM provenance
    WHERE product_id = OLD.product_id AND source_id = OLD.source_id AND fields - OLD.field = '{}';
    IF NOT FOUND THEN
      UPDATE provenance SET fields = fields - OLD.field
      WHERE product_id = OLD.product_id AND source_id = OLD.source_id AND fields ? OLD.field;
    END IF;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  INSERT INTO provenance AS p (product_id, source_id, recorded_at, fields)
  VALUES (NEW.product_id, NEW.source_id, NEW.recorded_at, jsonb_build_object(
    NEW.field, build_statement(NEW.recorded_at, NEW.recorded_at, NEW.submission_id, NEW.operator_id)))
  ON CONFLICT (product_id, source_id) DO UPDATE SET fields = p.fields || jsonb_build_object(
    NEW.field, build_statement(p.recorded_at, NEW.recorded_at, NEW.submission_id, NEW.operator_id))
  WHERE NOT p.fields ? NEW.field;
  IF FOUND THEN
    RETURN NEW;
  END IF;
  RETURN NULL;
END $$;
