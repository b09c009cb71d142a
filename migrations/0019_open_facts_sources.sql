-- The sisters of Open Food Facts, and pet food as a kind with a tree, a bin and a template of its own. What operators
-- made under the same code meanwhile stays as it is.
INSERT INTO sources (id, code, name, kind, trust, license, license_url, attribution, homepage_url) VALUES
  (gen_random_uuid(), 'open_beauty_facts', 'Open Beauty Facts', 'open_data', 0.60, 'ODbL 1.0',
   'https://opendatacommons.org/licenses/odbl/1-0/', '© Open Beauty Facts contributors',
   'https://world.openbeautyfacts.org'),
  (gen_random_uuid(), 'open_pet_food_facts', 'Open Pet Food Facts', 'open_data', 0.60, 'ODbL 1.0',
   'https://opendatacommons.org/licenses/odbl/1-0/', '© Open Pet Food Facts contributors',
   'https://world.openpetfoodfacts.org'),
  (gen_random_uuid(), 'open_products_facts', 'Open Products Facts', 'open_data', 0.60, 'ODbL 1.0',
   'https://opendatacommons.org/licenses/odbl/1-0/', '© Open Products Facts contributors',
   'https://world.openproductsfacts.org')
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO kinds (code, name) VALUES ('petfood', 'Pet food') ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO categories (id, code, name, parent_id, path, level, archive_kind, own_archive_kind)
VALUES (gen_random_uuid(), 'petfood', 'Pet food', NULL, 'petfood', 1, 'petfood', 'petfood')
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO categories (id, code, name, parent_id, path, level, archive_kind)
SELECT gen_random_uuid(), child.code, child.name, root.id, root.path || '/' || child.code, 2, root.archive_kind
FROM categories root,
  (VALUES ('uncategorized-petfood', 'Uncategorized pet food'), ('dog-food', 'Dog food'), ('cat-food', 'Cat food'),
          ('bird-food', 'Bird food'), ('fish-food', 'Fish food'), ('rodent-food', 'Rodent food'))
    AS child (code, name)
WHERE root.code = 'petfood' AND root.parent_id IS NULL
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO categories (id, code, name, parent_id, path, level, archive_kind)
SELECT gen_random_uuid(), child.code, child.name, parent.id, parent.path || '/' || child.code, 3, parent.archive_kind
FROM (VALUES ('dog-food', 'dry-dog-food', 'Dry dog food'), ('dog-food', 'wet-dog-food', 'Wet dog food'),
             ('dog-food', 'dog-treats', 'Dog treats'), ('cat-food', 'dry-cat-food', 'Dry cat food'),
             ('cat-food', 'wet-cat-food', 'Wet cat food'), ('cat-food', 'cat-treats', 'Cat treats'))
       AS child (parent, code, name)
JOIN categories parent ON parent.code = child.parent AND parent.path = 'petfood/' || parent.code
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO kind_fields (kind, key, label, type, unit, "group", required, options, min, max, position) VALUES
  ('petfood', 'animal', 'Animal', 'enum', NULL, 'General', true,
   '["dog","cat","bird","fish","rodent","other"]', NULL, NULL, 1),
  ('petfood', 'ingredients', 'Ingredients', 'string', NULL, 'Composition', true, NULL, NULL, NULL, 2),
  ('petfood', 'life_stage', 'Life stage', 'enum', NULL, 'General', false, '["young","adult","senior","all"]', NULL,
   NULL, 3)
ON CONFLICT DO NOTHING;
