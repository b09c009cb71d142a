-- The sources every catalogue has, with the trust of docs/decisions/0002-gtin-and-quality.md.
INSERT INTO sources (id, code, name, kind, trust, license, license_url, attribution, homepage_url) VALUES
  (gen_random_uuid(), 'community', 'Community contributions', 'community', 0.50, 'ODbL 1.0',
   'https://opendatacommons.org/licenses/odbl/1-0/', 'Factshelf contributors', NULL),
  (gen_random_uuid(), 'open_food_facts', 'Open Food Facts', 'open_data', 0.60, 'ODbL 1.0',
   'https://opendatacommons.org/licenses/odbl/1-0/', '© Open Food Facts contributors',
   'https://world.openfoodfacts.org'),
  (gen_random_uuid(), 'usda', 'USDA FoodData Central', 'official', 0.85, 'CC0 1.0',
   'https://creativecommons.org/publicdomain/zero/1.0/', 'U.S. Department of Agriculture, FoodData Central',
   'https://fdc.nal.usda.gov'),
  (gen_random_uuid(), 'operator', 'Verified by an operator', 'operator', 0.90, NULL, NULL, NULL, NULL);
--> statement-breakpoint
INSERT INTO kinds (code, name) VALUES
  ('food', 'Food'), ('beauty', 'Beauty'), ('household', 'Household'), ('electronics', 'Electronics'),
  ('general', 'General');
--> statement-breakpoint
-- The category tree, one category a line, its parent the line above that is indented one step less. A name stands after
-- the colon where it is not simply the code with blanks. Food codes are the English tags of Open Food Facts without
-- `en:`, so that its products find their category by code. `uncategorized-*` holds what came without one.
WITH RECURSIVE outline AS MATERIALIZED (
  SELECT gen_random_uuid() AS id, line_number, (length(line) - length(ltrim(line))) / 2 + 1 AS level,
         split_part(trim(line), ': ', 1) AS code, nullif(split_part(trim(line), ': ', 2), '') AS name
  FROM regexp_split_to_table($tree$
food
  uncategorized-food: Uncategorized food
  beverages
    waters
      spring-waters
      mineral-waters
    plant-based-beverages
      juices-and-nectars
        fruit-juices
          orange-juices
          apple-juices
          grape-juices
        vegetable-juices
      smoothies
      fruit-based-beverages
    carbonated-drinks
      sodas
        colas
        lemonades
        fruit-sodas
    hot-beverages
      teas
        green-teas
        black-teas
      herbal-teas
      coffees
    tea-based-beverages
      iced-teas
    energy-drinks
    alcoholic-beverages
      beers
      ciders
      wines
        red-wines
        white-wines
      spirits: Spirits and liqueurs
  plant-based-foods
    cereals-and-potatoes
      breads
        sliced-breads
        baguettes
        flatbreads
        gluten-free-breads
      cereals-and-their-products
        breakfast-cereals
          mueslis
          rolled-oats
        pastas
          spaghetti
          penne
          stuffed-pastas
        noodles
        rices
        flours
        couscous
      potatoes
    fruits-and-vegetables-based-foods
      fruits-based-foods
        fruits
        dried-fruits
        canned-fruits
        compotes
      vegetables-based-foods
        vegetables
          tomatoes
          onions
          mushrooms
        canned-vegetables
        frozen-vegetables
        pickles
          pickled-vegetables
          pickled-cucumbers
        olives
    legumes-and-their-products
      legumes
        lentils
        chickpeas
      tofu
    nuts-and-their-products
      nuts
        almonds
        hazelnuts
      peanuts
    seeds
    meat-alternatives
  dairies
    milks
      whole-milks
      skimmed-milks
      evaporated-milks
    fermented-foods
      fermented-milk-products
        yogurts
          plain-yogurts
          fruit-yogurts
        fermented-dairy-desserts
      cheeses
        soft-cheeses
        hard-cheeses
        cream-cheeses
        goat-cheeses
        cheddar-cheese: Cheddar
        mozzarella
    creams
    dairy-desserts
  dairy-substitutes
    plant-based-milk-alternatives
  meats-and-their-products
    meats
      beef
      pork
      poultries
        chickens
        turkeys
    prepared-meats
      hams-and-sausages
        hams
        sausages
      bacon
      terrines: Pâtés and terrines
  seafood
    fishes-and-their-products
      fishes
        salmons
        tunas
      smoked-fishes
      canned-fishes
    crustaceans
      shrimps
    mollusc: Molluscs
  farming-products
    eggs
  snacks
    sweet-snacks
      biscuits-and-cakes
        biscuits
          chocolate-biscuits
          drop-cookies: Cookies
          wafers
        cakes
          chocolate-cakes
          muffins
        pastries
      viennoiseries
        croissants
        brioches
      cocoa-and-its-products
        chocolates
          dark-chocolates
          milk-chocolates
          white-chocolates
          assorted-chocolates
        chocolate-candies
          bonbons
      confectioneries
        candies
          gummi-candies: Gummy candies
          hard-candies
        chewing-gum
      bars
    salty-snacks
      appetizers
        chips-and-fries
          crisps
        crackers-appetizers: Crackers
      popcorn
    salted-snacks: Savoury snacks
  spreads
    sweet-spreads
      jams
      marmalades
      chocolate-spreads
        hazelnut-spreads
      nut-butters
        peanut-butters
    salted-spreads: Savoury spreads
      hummus
  sweeteners
    honeys
    sugars
    syrups
      maple-syrups
  fats
    butters
    margarines
    vegetable-fats
    vegetable-oils
      olive-oils
      sunflower-oils
      sesame-oils
  condiments
    sauces
      tomato-sauces
      pasta-sauces
        pestos
      ketchup
      mayonnaises
      mustards
      soy-sauces
      hot-sauces
      salad-dressings
    vinegars
      balsamic-vinegars
    spices
      spice-mix: Spice mixes
    culinary-plants
      herbs
    salts
    dips
  meals
    soups
    pizzas-pies-and-quiches
      pizzas
    pasta-dishes
    salads
    sandwiches
    canned-meals
  desserts
    frozen-desserts
      ice-creams-and-sorbets
        ice-creams
        sorbets
  groceries
  frozen-foods
  canned-foods
    canned-plant-based-foods
  fresh-foods
  dietary-supplements
    protein-powders
    vitamins
  baby-foods
    baby-milks
beauty
  uncategorized-beauty: Uncategorized beauty
  hair
    shampoos
    conditioners
  face
    face-creams
    face-cleansers
    lip-balms
  body
    shower-gels
    soaps
    body-lotions
    deodorants
    sunscreens
  oral-hygiene
    toothpastes
    mouthwashes
  makeup: Make-up
    lipsticks
    mascaras
    nail-polishes
  perfumes
household
  uncategorized-household: Uncategorized household
  cleaning-products
    dishwashing-products
    all-purpose-cleaners
  laundry-products
    laundry-detergents
    fabric-softeners
  paper-products
    toilet-papers
    paper-towels
  kitchenware
    cookware
    food-storage
  batteries
  light-bulbs
  air-fresheners
electronics
  uncategorized-electronics: Uncategorized electronics
  mobile-devices
    phones
    tablets
    smartwatches
    e-readers: E-readers
  computers
    laptops
    desktops
    monitors
    printers
    solid-state-drives
  computer-accessories
    keyboards
    mice
    webcams
    usb-hubs: USB hubs
    usb-flash-drives: USB flash drives
  audio
    headphones
      earbuds
    speakers
      soundbars
    microphones
  video
    televisions
    projectors
    media-players
  cameras
  gaming
    game-consoles
    game-controllers
  networking
    routers
    network-switches
  smart-home
    smart-lights
    smart-plugs
    security-cameras
  power-supplies
    chargers
    power-banks
    cables
  home-appliances
    coffee-machines
    vacuum-cleaners
    kettles
general
  uncategorized-general: Uncategorized
  books
  toys
    board-games
  pet-supplies
  stationery
  tools
$tree$, E'\n') WITH ORDINALITY AS lines (line, line_number)
  WHERE line <> ''
), tree AS (
  SELECT id, NULL::uuid AS parent_id, code, name, level, code AS path, code AS archive_kind, line_number
  FROM outline WHERE level = 1
  UNION ALL
  SELECT child.id, parent.id, child.code, child.name, child.level, parent.path || '/' || child.code,
         parent.archive_kind, child.line_number
  FROM tree parent JOIN outline child ON child.level = parent.level + 1 AND child.line_number > parent.line_number
  WHERE NOT EXISTS (SELECT FROM outline between_them
                    WHERE between_them.line_number > parent.line_number
                      AND between_them.line_number < child.line_number AND between_them.level <= parent.level)
)
INSERT INTO categories (id, code, name, parent_id, path, level, archive_kind)
SELECT id, code, coalesce(name, upper(left(code, 1)) || replace(substr(code, 2), '-', ' ')), parent_id, path, level,
       archive_kind
FROM tree ORDER BY line_number;
--> statement-breakpoint
-- What a product of a kind is described by. Food has a record of its own, general has free attributes only.
INSERT INTO kind_fields (kind, key, label, type, unit, "group", required, options, min, max, position) VALUES
  ('electronics', 'model', 'Model', 'string', NULL, 'General', true, NULL, NULL, NULL, 1),
  ('electronics', 'release_year', 'Year of release', 'number', NULL, 'General', true, NULL, 1970, 2100, 2),
  ('electronics', 'color', 'Colour', 'string', NULL, 'General', false, NULL, NULL, NULL, 3),
  ('electronics', 'weight_g', 'Weight', 'number', 'g', 'Dimensions', true, NULL, 0, 200000, 4),
  ('electronics', 'screen_size_in', 'Screen size', 'number', 'in', 'Display', false, NULL, 0.5, 150, 5),
  ('electronics', 'screen_resolution', 'Screen resolution', 'string', 'px', 'Display', false, NULL, NULL, NULL, 6),
  ('electronics', 'memory_gb', 'Memory', 'number', 'GB', 'Performance', false, NULL, 0, 4096, 7),
  ('electronics', 'storage_gb', 'Storage', 'number', 'GB', 'Performance', false, NULL, 0, 1000000, 8),
  ('electronics', 'battery_mah', 'Battery capacity', 'number', 'mAh', 'Power', false, NULL, 0, 200000, 9),
  ('electronics', 'power_w', 'Rated power', 'number', 'W', 'Power', false, NULL, 0, 20000, 10),
  ('electronics', 'connector', 'Main connector', 'enum', NULL, 'Connections', false,
   '["usb_c","usb_a","micro_usb","lightning","hdmi","displayport","jack_3_5mm","mains","wireless","other"]', NULL,
   NULL, 11),
  ('electronics', 'bluetooth', 'Bluetooth', 'boolean', NULL, 'Connections', false, NULL, NULL, NULL, 12),
  ('electronics', 'wifi', 'Wi-Fi', 'boolean', NULL, 'Connections', false, NULL, NULL, NULL, 13),
  ('electronics', 'warranty_months', 'Warranty', 'number', 'months', 'General', false, NULL, 0, 240, 14),
  ('beauty', 'product_form', 'Form', 'enum', NULL, 'General', true,
   '["cream","gel","liquid","solid","powder","spray","oil","foam","other"]', NULL, NULL, 1),
  ('beauty', 'inci', 'Ingredients (INCI)', 'string', NULL, 'Composition', true, NULL, NULL, NULL, 2),
  ('beauty', 'spf', 'Sun protection factor', 'number', NULL, 'Properties', false, NULL, 2, 100, 3),
  ('beauty', 'period_after_opening_months', 'Period after opening', 'number', 'months', 'Properties', false, NULL, 1,
   60, 4),
  ('beauty', 'is_vegan', 'Vegan', 'boolean', NULL, 'Properties', false, NULL, NULL, NULL, 5),
  ('household', 'material', 'Material', 'string', NULL, 'General', false, NULL, NULL, NULL, 1),
  ('household', 'intended_use', 'Intended use', 'string', NULL, 'General', true, NULL, NULL, NULL, 2),
  ('household', 'uses_count', 'Uses', 'number', NULL, 'General', false, NULL, 1, 10000, 3),
  ('household', 'signal_word', 'Signal word', 'enum', NULL, 'Safety', false, '["none","warning","danger"]', NULL, NULL,
   4);
--> statement-breakpoint
INSERT INTO tiers (code, per_minute, cumulative) VALUES
  ('anonymous', 60, 1000), ('registered', 600, 100000), ('partner', 3000, 5000000), ('internal', NULL, NULL);
--> statement-breakpoint
INSERT INTO installation_secrets (name, secret)
VALUES ('address_hash', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
