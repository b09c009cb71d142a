-- The index holds the names and synonyms of a category and of the categories above it: new ones mark the products of the whole
-- subtree.
-- In the database because every writer marks in its own transaction, also a batch of an import and a person in psql.
CREATE OR REPLACE FUNCTION categories_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_products_dirty(ARRAY(
    SELECT p.id FROM products p JOIN new_rows n ON n.id = p.category_id JOIN old_rows o ON o.id = n.id
    WHERE (n.code, n.path, n.archive_kind) IS DISTINCT FROM (o.code, o.path, o.archive_kind)
    UNION
    SELECT p.id FROM new_rows n JOIN old_rows o ON o.id = n.id
      JOIN categories c ON c.id = n.id OR starts_with(c.path, n.path || '/')
      JOIN products p ON p.category_id = c.id
    WHERE (n.name, n.names, n.synonyms) IS DISTINCT FROM (o.name, o.names, o.synonyms)));
  RETURN NULL;
END $$;
