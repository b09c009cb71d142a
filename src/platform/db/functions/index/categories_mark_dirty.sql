-- The index holds the names and synonyms of a category and of the categories above it: new ones mark the products of the whole
-- subtree.
-- In the database because every writer marks in its own transaction, also a batch of an import and a person in psql.
CREATE OR REPLACE FUNCTION categories_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_products_dirty(ARRAY(
    SELECT p.id FROM products p JOIN (
      SELECT id, code, path, archive_kind FROM new_rows EXCEPT SELECT id, code, path, archive_kind FROM old_rows
    ) moved ON moved.id = p.category_id
    UNION
    SELECT p.id FROM (
      SELECT id, name, names, synonyms FROM new_rows EXCEPT SELECT id, name, names, synonyms FROM old_rows
    ) named
      JOIN categories t ON t.id = named.id
      JOIN categories c ON c.id = t.id OR starts_with(c.path, t.path || '/')
      JOIN products p ON p.category_id = c.id));
  RETURN NULL;
END $$;
