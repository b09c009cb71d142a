-- The whole schema of version 1.0. Later migrations only add to it.
-- Tables come first, by subject, each with its indexes; src/db/schema says what their columns mean. Then the rows of every
-- installation, before the triggers that would mark them as changes. Functions and triggers come last.
-- The role of the service and its grants are not here: its name is a setting (src/db/prepare-database.ts).

-- Trigram similarity: searches that Postgres answers compare names by word_similarity.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- --- Accounts and limits -----------------------------------------------------------------------------------------------------

CREATE TABLE tiers (
  code text PRIMARY KEY,
  per_minute integer,
  cumulative bigint,
  backflow_per_day integer,
  backflow_pending integer,
  CONSTRAINT tiers_per_minute_positive CHECK (per_minute > 0),
  CONSTRAINT tiers_cumulative_positive CHECK (cumulative >= 0)
);

CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  password_hash text NOT NULL,
  tier text NOT NULL DEFAULT 'registered',
  blocked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  email_confirmed_at timestamptz,
  awaits_confirmation boolean NOT NULL DEFAULT false,
  CONSTRAINT accounts_email_key UNIQUE (email),
  CONSTRAINT accounts_email_form CHECK (email = lower(btrim(email)) and length(email) <= 254),
  CONSTRAINT accounts_tier_tiers_code_fk FOREIGN KEY (tier) REFERENCES tiers (code) ON UPDATE CASCADE
);
CREATE INDEX accounts_tier_idx ON accounts (tier);

CREATE TABLE account_tokens (
  account_id uuid NOT NULL,
  kind text NOT NULL,
  hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_tokens_pkey PRIMARY KEY (account_id, kind),
  CONSTRAINT account_tokens_hash_key UNIQUE (hash),
  CONSTRAINT account_tokens_kind_known CHECK (kind in ('confirmation', 'password')),
  CONSTRAINT account_tokens_hash_length CHECK (length(hash) = 32),
  CONSTRAINT account_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT api_keys_hash_key UNIQUE (hash),
  CONSTRAINT api_keys_hash_length CHECK (length(hash) = 32),
  CONSTRAINT api_keys_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX api_keys_one_active_key ON api_keys (account_id) WHERE revoked_at is null;
CREATE INDEX api_keys_account_id_idx ON api_keys (account_id);

CREATE TABLE account_usage (
  account_id uuid PRIMARY KEY,
  used bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_usage_not_negative CHECK (used >= 0),
  CONSTRAINT account_usage_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);

CREATE TABLE account_usage_days (
  account_id uuid NOT NULL,
  day date NOT NULL,
  calls bigint NOT NULL,
  CONSTRAINT account_usage_days_pkey PRIMARY KEY (account_id, day),
  CONSTRAINT account_usage_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX account_usage_days_day_idx ON account_usage_days (day);

CREATE TABLE address_usage (
  address_hash bytea PRIMARY KEY,
  used bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT address_usage_not_negative CHECK (used >= 0)
);

CREATE TABLE installation_secrets (
  name text PRIMARY KEY,
  secret bytea NOT NULL
);

-- --- Operators ---------------------------------------------------------------------------------------------------------------

CREATE TABLE operators (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  password_hash text NOT NULL,
  role text NOT NULL,
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  totp_last_step bigint,
  disabled_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT operators_email_key UNIQUE (email),
  CONSTRAINT operators_email_form CHECK (email = lower(btrim(email)) and length(email) <= 254),
  CONSTRAINT operators_role_known CHECK (role in ('reviewer','editor','admin'))
);

CREATE TABLE operator_sessions (
  token_hash bytea PRIMARY KEY,
  operator_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT operator_sessions_token_hash_length CHECK (length(token_hash) = 32),
  CONSTRAINT operator_sessions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators (id) ON DELETE CASCADE
);
CREATE INDEX operator_sessions_operator_id_idx ON operator_sessions (operator_id, created_at);

CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  params jsonb NOT NULL,
  is_shared boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT saved_views_owner_id_list_name_key UNIQUE (owner_id, list, name),
  CONSTRAINT saved_views_name_length CHECK (length(name) between 1 and 80),
  CONSTRAINT saved_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES operators (id) ON DELETE CASCADE
);
CREATE INDEX saved_views_shared_idx ON saved_views (list) WHERE is_shared;

-- --- Catalogue ---------------------------------------------------------------------------------------------------------------

CREATE TABLE sources (
  id uuid PRIMARY KEY,
  code text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  trust numeric(3, 2) NOT NULL,
  license text,
  license_url text,
  attribution text,
  homepage_url text,
  last_imported_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sources_code_key UNIQUE (code),
  CONSTRAINT sources_trust_range CHECK (trust between 0 and 1),
  CONSTRAINT sources_kind_known CHECK (kind in ('community','open_data','official','manufacturer','retailer','operator'))
);

CREATE TABLE kinds (
  code text PRIMARY KEY,
  name text NOT NULL,
  CONSTRAINT kinds_code_form CHECK (code ~ '^[a-z][a-z0-9_]{0,39}$')
);

CREATE TABLE kind_fields (
  kind text NOT NULL,
  key text NOT NULL,
  label text NOT NULL,
  type text NOT NULL,
  unit text,
  "group" text,
  required boolean NOT NULL DEFAULT false,
  options jsonb,
  min numeric,
  max numeric,
  position integer NOT NULL,
  CONSTRAINT kind_fields_pkey PRIMARY KEY (kind, key),
  CONSTRAINT kind_fields_key_form CHECK (key ~ '^[a-z][a-z0-9_]{0,59}$'),
  CONSTRAINT kind_fields_type_known CHECK (type in ('string','number','boolean','enum','date')),
  CONSTRAINT kind_fields_kind_kinds_code_fk FOREIGN KEY (kind) REFERENCES kinds (code) ON UPDATE CASCADE
);

CREATE TABLE categories (
  id uuid PRIMARY KEY,
  code text NOT NULL,
  name text NOT NULL,
  parent_id uuid,
  path text NOT NULL,
  level integer NOT NULL,
  archive_kind text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  own_archive_kind text,
  CONSTRAINT categories_code_key UNIQUE (code),
  CONSTRAINT categories_path_key UNIQUE (path),
  CONSTRAINT categories_code_form CHECK (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  CONSTRAINT categories_level_range CHECK (level between 1 and 6),
  CONSTRAINT categories_own_kind_counts CHECK (own_archive_kind = archive_kind),
  CONSTRAINT categories_root_has_kind CHECK (parent_id is not null or own_archive_kind is not null),
  CONSTRAINT categories_parent_id_categories_id_fk FOREIGN KEY (parent_id) REFERENCES categories (id),
  CONSTRAINT categories_archive_kind_kinds_code_fk FOREIGN KEY (archive_kind) REFERENCES kinds (code) ON UPDATE CASCADE
);
CREATE INDEX categories_parent_id_idx ON categories (parent_id);

CREATE TABLE brands (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL,
  brand_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT brands_slug_key UNIQUE (slug),
  CONSTRAINT brands_brand_key_key UNIQUE (brand_key)
);
CREATE INDEX brands_name_idx ON brands (name, id);

CREATE TABLE brand_names (
  name_key text PRIMARY KEY,
  brand_id uuid NOT NULL,
  name text NOT NULL,
  is_alias boolean NOT NULL,
  CONSTRAINT brand_names_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands (id) ON DELETE CASCADE
);
CREATE INDEX brand_names_brand_id_idx ON brand_names (brand_id);
CREATE INDEX brand_names_name_key_trgm_idx ON brand_names USING gin (name_key gin_trgm_ops);

CREATE TABLE products (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  search_name text NOT NULL,
  brand_id uuid,
  category_id uuid,
  status text NOT NULL,
  archive_reason text,
  merged_into_id uuid,
  net_content_value numeric,
  net_content_unit text,
  country_of_origin text,
  images text[] NOT NULL DEFAULT '{}'::text[],
  attributes jsonb NOT NULL DEFAULT '{}'::jsonb,
  quality_score numeric(4, 3) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  facts jsonb NOT NULL DEFAULT '{}'::jsonb,
  claims jsonb,
  CONSTRAINT products_status_known CHECK (status in ('draft','active','archived')),
  CONSTRAINT products_name_length CHECK (length(name) between 1 and 300),
  CONSTRAINT products_active_has_category CHECK (status <> 'active' or category_id is not null),
  CONSTRAINT products_merged_is_archived CHECK (merged_into_id is null or status = 'archived'),
  CONSTRAINT products_quality_range CHECK (quality_score between 0 and 1),
  CONSTRAINT products_net_content_unit_known CHECK (net_content_unit in ('g','kg','ml','l','pcs','m')),
  CONSTRAINT products_net_content_positive CHECK (net_content_value > 0 and net_content_value < 'Infinity'::numeric),
  CONSTRAINT products_brand_id_brands_id_fk FOREIGN KEY (brand_id) REFERENCES brands (id),
  CONSTRAINT products_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories (id),
  CONSTRAINT products_merged_into_id_products_id_fk FOREIGN KEY (merged_into_id) REFERENCES products (id)
);
CREATE INDEX products_quality_idx
  ON products (quality_score DESC NULLS LAST, id) WHERE status = 'active' and merged_into_id is null;
CREATE INDEX products_name_order_idx ON products (search_name COLLATE "C", id) WHERE status = 'active' and merged_into_id is null;
CREATE INDEX products_updated_idx ON products (updated_at DESC NULLS LAST, id) WHERE status = 'active' and merged_into_id is null;
CREATE INDEX products_created_idx ON products (created_at DESC NULLS LAST, id) WHERE status = 'active' and merged_into_id is null;
CREATE INDEX products_brand_id_idx ON products (brand_id, status, merged_into_id);
CREATE INDEX products_category_id_idx ON products (category_id, status, merged_into_id);
CREATE INDEX products_merged_into_id_idx ON products (merged_into_id);
CREATE INDEX products_country_of_origin_idx ON products (country_of_origin);
CREATE INDEX products_search_name_trgm_idx ON products USING gin (search_name gin_trgm_ops);

CREATE TABLE food_details (
  product_id uuid PRIMARY KEY,
  nutriments jsonb,
  nutrition_basis text,
  serving_size text,
  nutri_score text,
  ingredients_text text,
  allergens text[] NOT NULL DEFAULT '{}'::text[],
  no_nutrition_data boolean NOT NULL DEFAULT false,
  CONSTRAINT food_details_basis_known CHECK (nutrition_basis in ('100g','100ml','serving')),
  CONSTRAINT food_details_nutri_score_known CHECK (nutri_score in ('a','b','c','d','e')),
  CONSTRAINT food_details_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE
);

CREATE TABLE barcodes (
  gtin14 text PRIMARY KEY,
  product_id uuid NOT NULL,
  type text NOT NULL,
  pack_level text NOT NULL,
  region text,
  is_primary boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT barcodes_gtin14_form CHECK (gtin14 ~ '^[0-9]{14}$'),
  CONSTRAINT barcodes_type_known CHECK (type in ('gtin8','gtin12','gtin13','gtin14')),
  CONSTRAINT barcodes_pack_level_known CHECK (pack_level in ('each','inner','case','pallet')),
  CONSTRAINT barcodes_region_form CHECK (region ~ '^([A-Z]{2}|GLOBAL)$'),
  CONSTRAINT barcodes_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE
);
CREATE INDEX barcodes_product_id_idx ON barcodes (product_id);
CREATE UNIQUE INDEX barcodes_one_primary_key ON barcodes (product_id) WHERE is_primary;
CREATE INDEX barcodes_gtin14_trgm_idx ON barcodes USING gin (gtin14 gin_trgm_ops);

CREATE TABLE msrp_snapshots (
  id uuid PRIMARY KEY,
  product_id uuid NOT NULL,
  amount numeric(14, 4) NOT NULL,
  currency text NOT NULL,
  region text NOT NULL,
  effective_date date,
  source_url text,
  note text,
  source_id uuid NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT msrp_snapshots_amount_range CHECK (amount >= 0 and amount < 'Infinity'::numeric),
  CONSTRAINT msrp_snapshots_currency_form CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT msrp_snapshots_region_form CHECK (region ~ '^([A-Z]{2}|GLOBAL)$'),
  CONSTRAINT msrp_snapshots_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE,
  CONSTRAINT msrp_snapshots_source_id_sources_id_fk FOREIGN KEY (source_id) REFERENCES sources (id)
);
CREATE INDEX msrp_snapshots_product_id_idx ON msrp_snapshots (product_id, effective_date DESC NULLS LAST);

-- --- What sources say --------------------------------------------------------------------------------------------------------

CREATE TABLE provenance (
  product_id uuid NOT NULL,
  source_id uuid NOT NULL,
  fields jsonb NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT provenance_pkey PRIMARY KEY (product_id, source_id),
  CONSTRAINT provenance_product_id_fkey FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE,
  CONSTRAINT provenance_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources (id)
);
CREATE INDEX provenance_source_id_idx ON provenance (source_id, product_id);

-- `provenance` with a row for each field. It takes writes as well, by the trigger `field_provenance_write` below.
CREATE VIEW field_provenance AS
  SELECT p.product_id, said.field, p.source_id,
    (said.statement->>'submission_id')::uuid AS submission_id,
    (said.statement->>'operator_id')::uuid AS operator_id,
    coalesce((said.statement->>'recorded_at')::timestamptz, p.recorded_at) AS recorded_at
  FROM provenance p CROSS JOIN LATERAL jsonb_each(p.fields) AS said (field, statement);
ALTER VIEW field_provenance ALTER COLUMN recorded_at SET DEFAULT now();

CREATE TABLE source_records (
  source_id uuid NOT NULL,
  source_key text NOT NULL,
  product_id uuid NOT NULL,
  content_hash text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT source_records_pkey PRIMARY KEY (source_id, source_key),
  CONSTRAINT source_records_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources (id),
  CONSTRAINT source_records_product_id_fkey FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE
);
CREATE INDEX source_records_product_id_idx ON source_records (product_id);

CREATE TABLE erased_keys (
  key_hash bytea PRIMARY KEY,
  erased_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT erased_keys_hash_length CHECK (length(key_hash) = 32)
);

CREATE TABLE product_merges (
  id uuid PRIMARY KEY,
  loser_id uuid NOT NULL,
  winner_id uuid NOT NULL,
  winner_version integer NOT NULL,
  audit_seq bigint NOT NULL,
  before jsonb NOT NULL,
  merged_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  CONSTRAINT product_merges_loser_id_fkey FOREIGN KEY (loser_id) REFERENCES products (id) ON DELETE CASCADE,
  CONSTRAINT product_merges_winner_id_fkey FOREIGN KEY (winner_id) REFERENCES products (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX product_merges_standing_key ON product_merges (loser_id) WHERE undone_at is null;
CREATE INDEX product_merges_winner_id_idx ON product_merges (winner_id);

CREATE TABLE quality_recomputes (
  id uuid PRIMARY KEY,
  reason text NOT NULL,
  scope jsonb NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  cursor uuid,
  total integer,
  done integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  error text,
  requested_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  CONSTRAINT quality_recomputes_state_known CHECK (state in ('pending','running','done','failed'))
);
CREATE INDEX quality_recomputes_open_idx ON quality_recomputes (created_at, id) WHERE state in ('pending', 'running');
CREATE INDEX quality_recomputes_created_at_idx ON quality_recomputes (created_at, id);

-- --- Submissions -------------------------------------------------------------------------------------------------------------

CREATE TABLE submissions (
  id uuid PRIMARY KEY,
  source text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  gtin14 text,
  product_id uuid,
  content jsonb NOT NULL,
  content_hash bytea NOT NULL,
  contact_email text,
  account_id uuid,
  request_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  claimed_by uuid,
  claimed_at timestamptz,
  reviewed_by uuid,
  reviewed_at timestamptz,
  reason text,
  result_product_id uuid,
  answer_token_hash bytea,
  asked_at timestamptz,
  answered_at timestamptz,
  assigned_to uuid,
  risk smallint NOT NULL DEFAULT 0,
  CONSTRAINT submissions_source_known CHECK (source in ('public','backflow')),
  CONSTRAINT submissions_status_known CHECK (status in ('pending','approved','rejected')),
  CONSTRAINT submissions_gtin14_form CHECK (gtin14 ~ '^[0-9]{14}$'),
  CONSTRAINT submissions_reviewed_together CHECK ((status = 'pending') = (reviewed_at is null)),
  CONSTRAINT submissions_rejected_has_reason CHECK (status <> 'rejected' or reason is not null),
  CONSTRAINT submissions_product_id_fkey FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE SET NULL,
  CONSTRAINT submissions_result_product_id_fkey FOREIGN KEY (result_product_id) REFERENCES products (id) ON DELETE SET NULL,
  CONSTRAINT submissions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE SET NULL,
  CONSTRAINT submissions_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES operators (id) ON DELETE SET NULL,
  CONSTRAINT submissions_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES operators (id) ON DELETE SET NULL,
  CONSTRAINT submissions_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES operators (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX submissions_pending_content_key ON submissions (content_hash) WHERE status = 'pending' and source = 'public';
CREATE UNIQUE INDEX submissions_pending_backflow_key ON submissions (gtin14) WHERE status = 'pending' and source = 'backflow';
CREATE INDEX submissions_status_idx ON submissions (status, created_at, id);
CREATE INDEX submissions_source_idx ON submissions (status, source, created_at, id);
CREATE INDEX submissions_created_at_idx ON submissions (created_at, id);
CREATE INDEX submissions_account_id_idx ON submissions (account_id, status, created_at, id) WHERE account_id is not null;
CREATE INDEX submissions_claimed_at_idx ON submissions (claimed_at) WHERE claimed_by is not null and status = 'pending';
CREATE INDEX submissions_assigned_to_idx
  ON submissions (assigned_to, created_at, id) WHERE assigned_to is not null and status = 'pending';
CREATE INDEX submissions_unassigned_idx ON submissions (created_at, id) WHERE assigned_to is null and status = 'pending';
CREATE INDEX submissions_risk_idx ON submissions (risk DESC NULLS LAST, created_at, id) WHERE status = 'pending';
CREATE INDEX submissions_asked_at_idx ON submissions (created_at, id) WHERE asked_at is not null and status = 'pending';
CREATE INDEX submissions_answered_at_idx ON submissions (created_at, id) WHERE answered_at is not null and status = 'pending';
CREATE INDEX submissions_contact_email_idx ON submissions (contact_email, created_at, id) WHERE contact_email is not null;
CREATE INDEX submissions_gtin14_idx ON submissions (gtin14);
CREATE INDEX submissions_pending_name_idx ON submissions (md5(lower(content->>'name')), created_at, id) WHERE status = 'pending';
CREATE INDEX submissions_product_id_idx ON submissions (product_id);
CREATE INDEX submissions_result_product_id_idx ON submissions (result_product_id);
CREATE INDEX submissions_reviewed_at_idx ON submissions (reviewed_at);

CREATE TABLE submission_messages (
  id uuid PRIMARY KEY,
  submission_id uuid NOT NULL,
  kind text NOT NULL,
  text text NOT NULL,
  operator_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT submission_messages_kind_known CHECK (kind in ('note','question','answer')),
  CONSTRAINT submission_messages_submission_id_submissions_id_fk FOREIGN KEY (submission_id)
    REFERENCES submissions (id) ON DELETE CASCADE,
  CONSTRAINT submission_messages_operator_id_operators_id_fk FOREIGN KEY (operator_id)
    REFERENCES operators (id) ON DELETE SET NULL
);
CREATE INDEX submission_messages_submission_id_idx ON submission_messages (submission_id, created_at, id);

CREATE TABLE submission_pictures (
  id uuid PRIMARY KEY,
  submission_id uuid NOT NULL,
  role text NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  upload_sha256 bytea NOT NULL,
  sha256 bytea NOT NULL,
  likeness bigint NOT NULL,
  url text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  byte_size integer NOT NULL,
  product_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  CONSTRAINT submission_pictures_role_known CHECK (role in ('front', 'ingredients', 'nutrition', 'packaging')),
  CONSTRAINT submission_pictures_state_known CHECK (state in ('pending', 'approved', 'left_out', 'taken_down')),
  CONSTRAINT submission_pictures_submission_id_submissions_id_fk FOREIGN KEY (submission_id)
    REFERENCES submissions (id) ON DELETE CASCADE,
  CONSTRAINT submission_pictures_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX submission_pictures_upload_key ON submission_pictures (submission_id, upload_sha256);
CREATE INDEX submission_pictures_sha256_idx ON submission_pictures (sha256);
CREATE INDEX submission_pictures_product_id_idx ON submission_pictures (product_id);
CREATE INDEX submission_pictures_pending_idx ON submission_pictures (created_at) WHERE state in ('pending', 'left_out');

CREATE TABLE blocked_pictures (
  sha256 bytea PRIMARY KEY,
  likeness bigint NOT NULL,
  upload_sha256s bytea[] NOT NULL,
  reason text NOT NULL,
  blocked_by uuid,
  blocked_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT blocked_pictures_blocked_by_operators_id_fk FOREIGN KEY (blocked_by) REFERENCES operators (id) ON DELETE SET NULL
);

CREATE TABLE decision_records (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id uuid NOT NULL,
  bulk_id uuid,
  operator_id uuid NOT NULL,
  product_id uuid,
  product_version integer,
  is_new_product boolean,
  difference jsonb,
  waiting jsonb,
  decided_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  CONSTRAINT decision_records_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX decision_records_standing_key ON decision_records (submission_id) WHERE undone_at is null;
CREATE INDEX decision_records_submission_id_idx ON decision_records (submission_id);
CREATE INDEX decision_records_bulk_id_idx ON decision_records (bulk_id, id) WHERE bulk_id is not null;

CREATE TABLE submission_counts (
  status text NOT NULL,
  source text NOT NULL,
  has_gtin boolean NOT NULL,
  slot smallint NOT NULL,
  entries bigint NOT NULL,
  CONSTRAINT submission_counts_pkey PRIMARY KEY (status, source, has_gtin, slot)
);

CREATE TABLE reject_reasons (
  id uuid PRIMARY KEY,
  text text NOT NULL,
  place integer NOT NULL,
  retired_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX reject_reasons_place_idx ON reject_reasons (place, id);

CREATE TABLE backflow_senders (
  account_id uuid PRIMARY KEY,
  pending integer NOT NULL DEFAULT 0,
  waiting integer NOT NULL DEFAULT 0,
  day date,
  accepted integer NOT NULL DEFAULT 0,
  approved integer NOT NULL DEFAULT 0,
  rejected integer NOT NULL DEFAULT 0,
  taken_back integer NOT NULL DEFAULT 0,
  CONSTRAINT backflow_senders_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);

CREATE TABLE backflow_waiting (
  id uuid PRIMARY KEY,
  gtin14 text NOT NULL,
  account_id uuid NOT NULL,
  content jsonb NOT NULL,
  content_hash bytea NOT NULL,
  request_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT backflow_waiting_offer_key UNIQUE (gtin14, account_id),
  CONSTRAINT backflow_waiting_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX backflow_waiting_account_id_idx ON backflow_waiting (account_id);

CREATE TABLE sender_blocks (
  id uuid PRIMARY KEY,
  account_id uuid,
  submission_id uuid,
  blocked_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sender_blocks_account_id_key UNIQUE (account_id),
  CONSTRAINT sender_blocks_submission_id_key UNIQUE (submission_id),
  CONSTRAINT sender_blocks_one_sender CHECK (num_nonnulls(account_id, submission_id) = 1),
  CONSTRAINT sender_blocks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE,
  CONSTRAINT sender_blocks_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions (id) ON DELETE CASCADE
);

-- --- Audit log ---------------------------------------------------------------------------------------------------------------

CREATE TABLE audit_log (
  seq bigint PRIMARY KEY DEFAULT 0,
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id text,
  before jsonb,
  after jsonb,
  request_id text,
  prev_hash bytea NOT NULL DEFAULT '\x'::bytea,
  hash bytea NOT NULL DEFAULT '\x'::bytea,
  erased boolean NOT NULL DEFAULT false
);
CREATE INDEX audit_log_entity_idx ON audit_log (entity, entity_id, seq);
CREATE INDEX audit_log_actor_idx ON audit_log (actor, seq);
CREATE INDEX audit_log_action_idx ON audit_log (action, seq);
CREATE INDEX audit_log_at_idx ON audit_log (at);

-- --- Search index ------------------------------------------------------------------------------------------------------------

-- One sequence orders all marks: a mark made after a deletion has a higher version than one read before it.
CREATE SEQUENCE search_outbox_version AS bigint;

CREATE TABLE search_outbox (
  product_id uuid PRIMARY KEY,
  version bigint NOT NULL DEFAULT nextval('search_outbox_version'),
  marked_at timestamptz NOT NULL DEFAULT now(),
  parked_error text,
  priority smallint NOT NULL DEFAULT 0
);
CREATE INDEX search_outbox_marked_at_idx ON search_outbox (marked_at) WHERE parked_error is null;
CREATE INDEX search_outbox_priority_idx ON search_outbox (priority, marked_at) WHERE parked_error is null;
CREATE INDEX search_outbox_parked_idx ON search_outbox (product_id) WHERE parked_error is not null;

CREATE TABLE index_rebuilds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  requested_at timestamptz NOT NULL DEFAULT now(),
  requested_by text NOT NULL,
  state text NOT NULL DEFAULT 'queued',
  total integer,
  done integer NOT NULL DEFAULT 0,
  error text,
  started_at timestamptz,
  finished_at timestamptz,
  CONSTRAINT index_rebuilds_state_known CHECK (state in ('queued', 'filling', 'verifying', 'swapping', 'done', 'failed'))
);
CREATE UNIQUE INDEX index_rebuilds_one_open ON index_rebuilds ((true)) WHERE state not in ('done', 'failed');

CREATE TABLE index_reconciles (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  requested_at timestamptz NOT NULL DEFAULT now(),
  requested_by text NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  products integer,
  missing integer,
  stale integer,
  ghost integer,
  error text
);
CREATE INDEX index_reconciles_unfinished_idx ON index_reconciles (id) WHERE finished_at is null;

CREATE TABLE index_lag_samples (
  at timestamptz PRIMARY KEY DEFAULT now(),
  dirty integer NOT NULL,
  parked integer NOT NULL,
  lag_seconds double precision NOT NULL,
  drift integer NOT NULL
);

-- --- Change feed, dumps, followed service, webhooks --------------------------------------------------------------------------

CREATE TABLE change_feed (
  is_only boolean PRIMARY KEY DEFAULT true,
  epoch uuid NOT NULL DEFAULT gen_random_uuid(),
  head bigint NOT NULL DEFAULT 0,
  purged_to bigint NOT NULL DEFAULT 0,
  CONSTRAINT change_feed_one_row CHECK (is_only)
);

CREATE TABLE product_change_marks (
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  product_id uuid NOT NULL,
  marked_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT product_change_marks_pkey PRIMARY KEY (transaction_id, product_id)
)
-- Marks come and go as fast as products change: with the usual settings dead rows would outnumber live ones.
WITH (
  autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_insert_threshold = -1);

CREATE TABLE product_change_scopes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  key text NOT NULL,
  marked_at timestamptz NOT NULL DEFAULT now(),
  done_to uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  CONSTRAINT product_change_scopes_kind_known CHECK (kind in ('brand','category','source','archive_kind'))
);

CREATE TABLE product_changes (
  position bigint PRIMARY KEY,
  product_id uuid NOT NULL,
  stamped_at timestamptz NOT NULL DEFAULT now(),
  is_gone boolean NOT NULL,
  item text,
  item_version integer,
  CONSTRAINT product_changes_product_id_key UNIQUE (product_id)
);
CREATE INDEX product_changes_gone_idx ON product_changes (position) WHERE is_gone;

CREATE TABLE kept_changes (
  is_only boolean PRIMARY KEY DEFAULT true,
  form text NOT NULL DEFAULT '',
  kept_to bigint NOT NULL DEFAULT 0,
  CONSTRAINT kept_changes_one_row CHECK (is_only)
);

CREATE TABLE dump_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  requested_by text NOT NULL,
  state text NOT NULL DEFAULT 'running',
  name text,
  products integer NOT NULL DEFAULT 0,
  error text,
  manifest jsonb,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  CONSTRAINT dump_runs_requested_by_known CHECK (requested_by in ('schedule', 'command')),
  CONSTRAINT dump_runs_state_known CHECK (state in ('running', 'published', 'refused', 'failed'))
);
CREATE INDEX dump_runs_started_at_idx ON dump_runs (started_at);

CREATE TABLE follow (
  is_only boolean PRIMARY KEY DEFAULT true,
  leader text NOT NULL,
  cursor text,
  is_sweeping boolean NOT NULL DEFAULT false,
  started_at timestamptz NOT NULL DEFAULT now(),
  current_at timestamptz,
  error text,
  dump jsonb,
  dump_lines integer NOT NULL DEFAULT 0,
  is_current boolean NOT NULL DEFAULT false,
  CONSTRAINT follow_one_row CHECK (is_only)
);

CREATE TABLE follow_seen (
  product_id uuid PRIMARY KEY
);

CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  url text NOT NULL,
  host text NOT NULL,
  events text[] NOT NULL,
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_ends_at timestamptz,
  state text NOT NULL DEFAULT 'unverified',
  off_reason text,
  off_at timestamptz,
  failing_since timestamptz,
  feed_epoch text,
  feed_position bigint,
  feed_told_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT webhooks_state_known CHECK (state in ('unverified','active','off')),
  CONSTRAINT webhooks_off_has_reason CHECK ((state = 'off') = (off_reason is not null)),
  CONSTRAINT webhooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX webhooks_account_id_idx ON webhooks (account_id, created_at, id);

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  webhook_id uuid NOT NULL,
  event text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  status text NOT NULL DEFAULT 'pending',
  due_at timestamptz DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  last_attempt_at timestamptz,
  last_status smallint,
  last_failure text,
  CONSTRAINT webhook_deliveries_status_known CHECK (status in ('pending','delivered','failed')),
  CONSTRAINT webhook_deliveries_pending_is_due CHECK ((status = 'pending') = (due_at is not null)),
  CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks (id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (webhook_id, due_at) WHERE due_at is not null;
CREATE INDEX webhook_deliveries_list_idx ON webhook_deliveries (webhook_id, created_at, id);
CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at);

-- --- Rows of every installation ----------------------------------------------------------------------------------------------

-- The trust of each source: docs/decisions/0002-gtin-and-quality.md.
INSERT INTO sources (id, code, name, kind, trust, license, license_url, attribution, homepage_url) VALUES
  (gen_random_uuid(), 'community', 'Community contributions', 'community', 0.50, 'ODbL 1.0',
   'https://opendatacommons.org/licenses/odbl/1-0/', 'Factshelf contributors', NULL),
  (gen_random_uuid(), 'open_food_facts', 'Open Food Facts', 'open_data', 0.60, 'ODbL 1.0',
   'https://opendatacommons.org/licenses/odbl/1-0/', '© Open Food Facts contributors',
   'https://world.openfoodfacts.org'),
  (gen_random_uuid(), 'open_beauty_facts', 'Open Beauty Facts', 'open_data', 0.60, 'ODbL 1.0',
   'https://opendatacommons.org/licenses/odbl/1-0/', '© Open Beauty Facts contributors',
   'https://world.openbeautyfacts.org'),
  (gen_random_uuid(), 'open_pet_food_facts', 'Open Pet Food Facts', 'open_data', 0.60, 'ODbL 1.0',
   'https://opendatacommons.org/licenses/odbl/1-0/', '© Open Pet Food Facts contributors',
   'https://world.openpetfoodfacts.org'),
  (gen_random_uuid(), 'open_products_facts', 'Open Products Facts', 'open_data', 0.60, 'ODbL 1.0',
   'https://opendatacommons.org/licenses/odbl/1-0/', '© Open Products Facts contributors',
   'https://world.openproductsfacts.org'),
  (gen_random_uuid(), 'usda', 'USDA FoodData Central', 'official', 0.85, 'CC0 1.0',
   'https://creativecommons.org/publicdomain/zero/1.0/', 'U.S. Department of Agriculture, FoodData Central',
   'https://fdc.nal.usda.gov'),
  (gen_random_uuid(), 'operator', 'Verified by an operator', 'operator', 0.90, NULL, NULL, NULL, NULL);

INSERT INTO kinds (code, name) VALUES
  ('food', 'Food'), ('beauty', 'Beauty'), ('household', 'Household'), ('electronics', 'Electronics'),
  ('petfood', 'Pet food'), ('general', 'General');

-- The category tree, one category a line, below its parent and indented by one step more. A name follows the colon unless it is
-- the code with blanks. Food codes are the English tags of Open Food Facts without `en:`, so that its products find their
-- category by code. `uncategorized-*` holds products that came without a category.
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
petfood: Pet food
  uncategorized-petfood: Uncategorized pet food
  dog-food
    dry-dog-food
    wet-dog-food
    dog-treats
  cat-food
    dry-cat-food
    wet-cat-food
    cat-treats
  bird-food
  fish-food
  rodent-food
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
INSERT INTO categories (id, code, name, parent_id, path, level, archive_kind, own_archive_kind)
SELECT id, code, coalesce(name, upper(left(code, 1)) || replace(substr(code, 2), '-', ' ')), parent_id, path, level,
       archive_kind, CASE WHEN parent_id IS NULL THEN archive_kind END
FROM tree ORDER BY line_number;

-- The template of each kind. Food has a record of its own, `general` has free attributes only.
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
  ('beauty', 'is_vegan', 'Vegan', 'boolean', NULL, 'Properties', false, NULL, NULL, NULL, 5),
  ('household', 'material', 'Material', 'string', NULL, 'General', false, NULL, NULL, NULL, 1),
  ('household', 'intended_use', 'Intended use', 'string', NULL, 'General', true, NULL, NULL, NULL, 2),
  ('household', 'uses_count', 'Uses', 'number', NULL, 'General', false, NULL, 1, 10000, 3),
  ('household', 'signal_word', 'Signal word', 'enum', NULL, 'Safety', false, '["none","warning","danger"]', NULL, NULL,
   4),
  ('petfood', 'animal', 'Animal', 'enum', NULL, 'General', true,
   '["dog","cat","bird","fish","rodent","other"]', NULL, NULL, 1),
  ('petfood', 'ingredients', 'Ingredients', 'string', NULL, 'Composition', true, NULL, NULL, NULL, 2),
  ('petfood', 'life_stage', 'Life stage', 'enum', NULL, 'General', false, '["young","adult","senior","all"]', NULL,
   NULL, 3);

-- No figure: no limit.
INSERT INTO tiers (code, per_minute, cumulative, backflow_per_day, backflow_pending) VALUES
  ('anonymous', 60, 1000, 0, 0), ('registered', 600, 100000, 1000, 2000), ('partner', 3000, 5000000, 50000, 50000),
  ('internal', NULL, NULL, NULL, NULL);

INSERT INTO reject_reasons (id, text, place) VALUES
  ('0199f2a0-0000-7000-8000-000000000001', 'This is not a product.', 1),
  ('0199f2a0-0000-7000-8000-000000000002', 'The same was offered before.', 2),
  ('0199f2a0-0000-7000-8000-000000000003', 'The catalogue has this already, with better sources.', 3),
  ('0199f2a0-0000-7000-8000-000000000004', 'The facts cannot be checked: please name a source.', 4),
  ('0199f2a0-0000-7000-8000-000000000005', 'The barcode belongs to another product.', 5),
  ('0199f2a0-0000-7000-8000-000000000006', 'This is advertising or abuse.', 6);

-- 32 bytes from the server's own random generator.
INSERT INTO installation_secrets (name, secret)
SELECT name, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
FROM unnest(ARRAY['address_hash', 'erased_keys']) AS name;

INSERT INTO change_feed DEFAULT VALUES;
INSERT INTO kept_changes DEFAULT VALUES;

-- --- Triggers: usage of an account by day ------------------------------------------------------------------------------------

-- A trigger, so that every way of counting adds to the day.
CREATE FUNCTION add_usage_of_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added bigint := NEW.used - CASE TG_OP WHEN 'UPDATE' THEN OLD.used ELSE 0 END;
BEGIN
  IF added > 0 THEN
    INSERT INTO account_usage_days AS days (account_id, day, calls)
    VALUES (NEW.account_id, (now() AT TIME ZONE 'UTC')::date, added)
    ON CONFLICT (account_id, day) DO UPDATE SET calls = days.calls + excluded.calls;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER account_usage_add_day AFTER INSERT OR UPDATE OF used ON account_usage
  FOR EACH ROW EXECUTE FUNCTION add_usage_of_day();

-- --- Triggers: names of brands -----------------------------------------------------------------------------------------------

-- Keeps a brand's own name among the names. A name that is another brand's alias is refused. Ordered by key, so that two
-- batches of new brands never deadlock.
CREATE FUNCTION brands_keep_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO brand_names (name_key, brand_id, name, is_alias)
    SELECT brand_key, id, name, false FROM new_rows ORDER BY brand_key;
  ELSE
    UPDATE brand_names SET name_key = n.brand_key, name = n.name
    FROM new_rows n
    WHERE brand_names.brand_id = n.id AND NOT is_alias
      AND (brand_names.name_key, brand_names.name) IS DISTINCT FROM (n.brand_key, n.name);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER brands_keep_name_insert AFTER INSERT ON brands
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION brands_keep_name();
CREATE TRIGGER brands_keep_name_update AFTER UPDATE ON brands
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION brands_keep_name();

-- --- Triggers: provenance by field -------------------------------------------------------------------------------------------

-- What `provenance.fields` holds for a field. Null, the most frequent: an import said it when the row was made.
CREATE FUNCTION build_statement(row_since timestamptz, since timestamptz, submission_id uuid, operator_id uuid)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN submission_id IS NULL AND operator_id IS NULL AND since = row_since THEN 'null'::jsonb
    ELSE jsonb_strip_nulls(jsonb_build_object(
      'recorded_at', since, 'submission_id', submission_id, 'operator_id', operator_id))
  END
$$;

-- Inserting a row that is there already changes nothing, as with ON CONFLICT DO NOTHING.
CREATE FUNCTION write_field_provenance() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER field_provenance_write INSTEAD OF INSERT OR UPDATE OR DELETE ON field_provenance
  FOR EACH ROW EXECUTE FUNCTION write_field_provenance();

-- --- Triggers: marks for the search index ------------------------------------------------------------------------------------

-- Puts products into the dirty set, in the transaction of the change, and notifies at the commit. Ordered by id, so that two
-- transactions never deadlock.
-- `priority`: 0 a person's change; 1 many products of one statement, as when a brand is renamed; 2 background work such as an
-- import. A mark keeps the most urgent priority it has had.
-- A product that this transaction has marked already keeps that mark: nobody else can have read it yet. Otherwise an import
-- would mark each new product twice, for its row and for its barcode.
CREATE FUNCTION mark_products_dirty(product_ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH wanted AS (
    SELECT DISTINCT id AS product_id, CASE
      WHEN current_setting('factshelf.in_background', true) = 'on' THEN 2
      WHEN cardinality(product_ids) > 100 THEN 1
      ELSE 0
    END AS priority
    FROM unnest(product_ids) AS id WHERE id IS NOT NULL
  ), marked AS (
    INSERT INTO search_outbox (product_id, priority)
    SELECT product_id, priority FROM wanted w
    WHERE NOT EXISTS (SELECT FROM search_outbox o WHERE o.product_id = w.product_id
                        AND o.xmin = pg_current_xact_id()::xid AND o.priority <= w.priority)
    ORDER BY product_id
    ON CONFLICT (product_id) DO UPDATE
      SET version = nextval('search_outbox_version'), marked_at = now(), parked_error = NULL,
          priority = least(search_outbox.priority, excluded.priority)
    RETURNING product_id
  )
  SELECT pg_notify('products_changed', '') FROM marked LIMIT 1
$$;

-- Only columns that the index holds mark a product. Statement triggers with transition tables: an import marks a batch at once.
CREATE FUNCTION products_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_dirty(ARRAY(SELECT id FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_dirty(ARRAY(SELECT id FROM old_rows));
  ELSE
    PERFORM mark_products_dirty(ARRAY(
      SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
      WHERE (n.name, n.search_name, n.brand_id, n.category_id, n.status, n.merged_into_id, n.country_of_origin,
             n.quality_score)
        IS DISTINCT FROM
            (o.name, o.search_name, o.brand_id, o.category_id, o.status, o.merged_into_id, o.country_of_origin,
             o.quality_score)
        OR (n.facts IS DISTINCT FROM o.facts AND
            (n.facts->'labels', n.facts->'countries_sold', n.facts->'allergens_other', n.facts->'no_allergens_stated')
              IS DISTINCT FROM
            (o.facts->'labels', o.facts->'countries_sold', o.facts->'allergens_other', o.facts->'no_allergens_stated'))));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER products_mark_dirty_insert AFTER INSERT ON products
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_mark_dirty();
CREATE TRIGGER products_mark_dirty_update AFTER UPDATE ON products
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION products_mark_dirty();
CREATE TRIGGER products_mark_dirty_delete AFTER DELETE ON products
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION products_mark_dirty();

CREATE FUNCTION food_details_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_dirty(ARRAY(
      SELECT product_id FROM new_rows WHERE nutri_score IS NOT NULL OR cardinality(allergens) > 0));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_dirty(ARRAY(
      SELECT product_id FROM old_rows WHERE nutri_score IS NOT NULL OR cardinality(allergens) > 0));
  ELSE
    PERFORM mark_products_dirty(ARRAY(
      SELECT n.product_id FROM new_rows n JOIN old_rows o ON o.product_id = n.product_id
      WHERE (n.nutri_score, n.allergens) IS DISTINCT FROM (o.nutri_score, o.allergens)));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER food_details_mark_dirty_insert AFTER INSERT ON food_details
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION food_details_mark_dirty();
CREATE TRIGGER food_details_mark_dirty_update AFTER UPDATE ON food_details
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION food_details_mark_dirty();
CREATE TRIGGER food_details_mark_dirty_delete AFTER DELETE ON food_details
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION food_details_mark_dirty();

-- A barcode that moves marks both of its products.
CREATE FUNCTION barcodes_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_dirty(ARRAY(SELECT product_id FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_dirty(ARRAY(SELECT product_id FROM old_rows));
  ELSE
    PERFORM mark_products_dirty(ARRAY(SELECT product_id FROM new_rows UNION SELECT product_id FROM old_rows));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER barcodes_mark_dirty_insert AFTER INSERT ON barcodes
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION barcodes_mark_dirty();
CREATE TRIGGER barcodes_mark_dirty_update AFTER UPDATE ON barcodes
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION barcodes_mark_dirty();
CREATE TRIGGER barcodes_mark_dirty_delete AFTER DELETE ON barcodes
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION barcodes_mark_dirty();

CREATE FUNCTION brands_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_products_dirty(ARRAY(
    SELECT p.id FROM products p JOIN new_rows n ON n.id = p.brand_id JOIN old_rows o ON o.id = n.id
    WHERE (n.name, n.brand_key) IS DISTINCT FROM (o.name, o.brand_key)));
  RETURN NULL;
END $$;

CREATE TRIGGER brands_mark_dirty_update AFTER UPDATE ON brands
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION brands_mark_dirty();

-- A category that moves changes the path of its whole subtree: each row whose path changed marks its products.
CREATE FUNCTION categories_mark_dirty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_products_dirty(ARRAY(
    SELECT p.id FROM products p JOIN new_rows n ON n.id = p.category_id JOIN old_rows o ON o.id = n.id
    WHERE (n.code, n.path, n.archive_kind) IS DISTINCT FROM (o.code, o.path, o.archive_kind)));
  RETURN NULL;
END $$;

CREATE TRIGGER categories_mark_dirty_update AFTER UPDATE ON categories
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION categories_mark_dirty();

-- Wakes the indexer.
CREATE FUNCTION notify_index_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('index_work', '');
  RETURN NULL;
END $$;

CREATE TRIGGER index_rebuilds_notify AFTER INSERT ON index_rebuilds
  FOR EACH STATEMENT EXECUTE FUNCTION notify_index_work();
CREATE TRIGGER index_reconciles_notify AFTER INSERT ON index_reconciles
  FOR EACH STATEMENT EXECUTE FUNCTION notify_index_work();

-- --- Triggers: marks for the change feed -------------------------------------------------------------------------------------

-- Identifies the history that positions belong to. It differs for each server, each timeline after a recovery, each copy of
-- the database, and after the tables were restored in place: positions given before mean nothing there.
CREATE FUNCTION change_feed_epoch() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT left(md5(concat_ws('.', f.epoch, c.system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), d.oid,
    to_regclass('product_changes')::oid)), 12)
  FROM change_feed f, pg_control_system() c, pg_database d WHERE d.datname = current_database()
$$;

-- Marks products for the change feed, in the transaction of the change, and notifies at the commit. A transaction marks a
-- product once. With the owner's rights, so that a role that may write products needs none on the marks.
CREATE FUNCTION mark_products_changed(product_ids uuid[]) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH marked AS (
    INSERT INTO product_change_marks (product_id)
    SELECT DISTINCT id FROM unnest(product_ids) AS id WHERE id IS NOT NULL ORDER BY id
    ON CONFLICT DO NOTHING
    RETURNING product_id
  )
  SELECT pg_notify('product_changes_marked', '') FROM marked LIMIT 1
$$;

-- An update that writes the same values again marks nothing.
CREATE FUNCTION products_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_changed(ARRAY(SELECT id FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_changed(ARRAY(SELECT id FROM old_rows));
  ELSE
    PERFORM mark_products_changed(ARRAY(
      SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n IS DISTINCT FROM o));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER products_mark_changed_insert AFTER INSERT ON products
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_mark_changed();
CREATE TRIGGER products_mark_changed_update AFTER UPDATE ON products
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION products_mark_changed();
CREATE TRIGGER products_mark_changed_delete AFTER DELETE ON products
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION products_mark_changed();

-- For tables whose rows are shown with their product. A row that moves marks both of its products.
CREATE FUNCTION product_rows_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_products_changed(ARRAY(SELECT DISTINCT product_id FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_products_changed(ARRAY(SELECT DISTINCT product_id FROM old_rows));
  ELSE
    PERFORM mark_products_changed(ARRAY(SELECT product_id FROM new_rows UNION SELECT product_id FROM old_rows));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER barcodes_mark_changed_insert AFTER INSERT ON barcodes
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_rows_mark_changed();
CREATE TRIGGER barcodes_mark_changed_update AFTER UPDATE ON barcodes
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_rows_mark_changed();
CREATE TRIGGER barcodes_mark_changed_delete AFTER DELETE ON barcodes
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_rows_mark_changed();
CREATE TRIGGER food_details_mark_changed_insert AFTER INSERT ON food_details
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_rows_mark_changed();
CREATE TRIGGER food_details_mark_changed_update AFTER UPDATE ON food_details
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_rows_mark_changed();
CREATE TRIGGER food_details_mark_changed_delete AFTER DELETE ON food_details
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_rows_mark_changed();
CREATE TRIGGER msrp_snapshots_mark_changed_insert AFTER INSERT ON msrp_snapshots
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_rows_mark_changed();
CREATE TRIGGER msrp_snapshots_mark_changed_update AFTER UPDATE ON msrp_snapshots
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_rows_mark_changed();
CREATE TRIGGER msrp_snapshots_mark_changed_delete AFTER DELETE ON msrp_snapshots
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_rows_mark_changed();
CREATE TRIGGER provenance_mark_changed_insert AFTER INSERT ON provenance
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_rows_mark_changed();
CREATE TRIGGER provenance_mark_changed_update AFTER UPDATE ON provenance
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_rows_mark_changed();
CREATE TRIGGER provenance_mark_changed_delete AFTER DELETE ON provenance
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_rows_mark_changed();

-- For a change that many products show: one row for all of them, which the indexer works off in portions. The columns
-- compared below are those that a product's answer shows (src/catalog/products/product-store.ts).
CREATE FUNCTION mark_scopes_changed(scope_kind text, scope_keys text[]) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH marked AS (
    INSERT INTO product_change_scopes (kind, key) SELECT DISTINCT scope_kind, key FROM unnest(scope_keys) AS key
    RETURNING id
  )
  SELECT pg_notify('product_changes_marked', '') FROM marked LIMIT 1
$$;

CREATE FUNCTION brands_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_scopes_changed('brand', ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.name IS DISTINCT FROM o.name)::text[]);
  RETURN NULL;
END $$;

CREATE TRIGGER brands_mark_changed_update AFTER UPDATE ON brands
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION brands_mark_changed();

-- The feed tells the aliases of a product's brand as well (`record.brand`).
CREATE FUNCTION brand_aliases_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_scopes_changed('brand', ARRAY(SELECT brand_id FROM new_rows WHERE is_alias)::text[]);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_scopes_changed('brand', ARRAY(SELECT brand_id FROM old_rows WHERE is_alias)::text[]);
  ELSE
    PERFORM mark_scopes_changed('brand', ARRAY(
      SELECT brand_id FROM new_rows WHERE is_alias UNION SELECT brand_id FROM old_rows WHERE is_alias)::text[]);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER brand_names_mark_changed_insert AFTER INSERT ON brand_names
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION brand_aliases_mark_changed();
CREATE TRIGGER brand_names_mark_changed_update AFTER UPDATE ON brand_names
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION brand_aliases_mark_changed();
CREATE TRIGGER brand_names_mark_changed_delete AFTER DELETE ON brand_names
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION brand_aliases_mark_changed();

CREATE FUNCTION categories_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_scopes_changed('category', ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.code, n.path, n.archive_kind) IS DISTINCT FROM (o.code, o.path, o.archive_kind))::text[]);
  RETURN NULL;
END $$;

CREATE TRIGGER categories_mark_changed_update AFTER UPDATE ON categories
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION categories_mark_changed();

CREATE FUNCTION sources_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_scopes_changed('source', ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.code, n.name, n.license, n.trust, n.attribution)
      IS DISTINCT FROM (o.code, o.name, o.license, o.trust, o.attribution))::text[]);
  RETURN NULL;
END $$;

CREATE TRIGGER sources_mark_changed_update AFTER UPDATE ON sources
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION sources_mark_changed();

-- The template of an archive kind. A kind that gets another code moves its categories, by their foreign key.
CREATE FUNCTION kind_fields_mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_scopes_changed('archive_kind', ARRAY(SELECT kind FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM mark_scopes_changed('archive_kind', ARRAY(SELECT kind FROM old_rows));
  ELSE
    PERFORM mark_scopes_changed('archive_kind', ARRAY(SELECT kind FROM new_rows UNION SELECT kind FROM old_rows));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER kind_fields_mark_changed_insert AFTER INSERT ON kind_fields
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION kind_fields_mark_changed();
CREATE TRIGGER kind_fields_mark_changed_update AFTER UPDATE ON kind_fields
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION kind_fields_mark_changed();
CREATE TRIGGER kind_fields_mark_changed_delete AFTER DELETE ON kind_fields
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION kind_fields_mark_changed();

-- --- Triggers: submissions ---------------------------------------------------------------------------------------------------

-- Rates the risk of a submission by four index lookups, whichever way it comes in. The values are those of RISKS in
-- src/contributions/queue/risk-contract.ts.
CREATE FUNCTION rate_submission() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  target record;
BEGIN
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
      SELECT FROM submissions WHERE account_id = NEW.account_id AND status = 'approved') THEN 1 ELSE 0 END;
  RETURN NEW;
END $$;

CREATE TRIGGER submissions_rate BEFORE INSERT ON submissions FOR EACH ROW EXECUTE FUNCTION rate_submission();

-- Adds to the slot of this connection.
CREATE FUNCTION add_submission_counts(changes submission_counts[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO submission_counts AS counts (status, source, has_gtin, slot, entries)
  SELECT status, source, has_gtin, pg_backend_pid() % 256, sum(entries)
  FROM unnest(changes) GROUP BY status, source, has_gtin HAVING sum(entries) <> 0
  ORDER BY status, source, has_gtin
  ON CONFLICT (status, source, has_gtin, slot) DO UPDATE SET entries = counts.entries + excluded.entries
$$;

CREATE FUNCTION submissions_count_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An entry that waited for another one was not sent today: it comes from the trigger below, one level deeper.
  INSERT INTO backflow_senders AS sender (account_id, pending, approved, rejected, day, accepted)
  SELECT account_id, count(*) FILTER (WHERE status = 'pending'), count(*) FILTER (WHERE status = 'approved'),
    count(*) FILTER (WHERE status = 'rejected'), (now() AT TIME ZONE 'UTC')::date,
    CASE WHEN pg_trigger_depth() = 1 THEN count(*) ELSE 0 END
  FROM new_rows WHERE source = 'backflow' AND account_id IS NOT NULL GROUP BY account_id ORDER BY account_id
  ON CONFLICT (account_id) DO UPDATE SET pending = sender.pending + excluded.pending,
    approved = sender.approved + excluded.approved, rejected = sender.rejected + excluded.rejected, day = excluded.day,
    accepted = CASE WHEN sender.day = excluded.day THEN sender.accepted ELSE 0 END + excluded.accepted;
  PERFORM add_submission_counts(ARRAY(
    SELECT ROW(status, source, gtin14 IS NOT NULL, 0, 1)::submission_counts FROM new_rows));
  RETURN NULL;
END $$;

CREATE TRIGGER submissions_count_insert AFTER INSERT ON submissions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION submissions_count_insert();

-- Decisions, and taking them back. An update that changes no status, as a claim does, ends here at once.
CREATE FUNCTION submissions_count_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.status <> o.status) THEN
    RETURN NULL;
  END IF;
  -- The decision leaves an audit row next. Its lock comes before those of the counts, always: else two who decide
  -- entries of one sender could wait for each other.
  PERFORM pg_advisory_xact_lock(hashtext('factshelf.audit_log'));
  PERFORM FROM backflow_senders WHERE account_id IN (SELECT account_id FROM new_rows) ORDER BY account_id FOR UPDATE;
  UPDATE backflow_senders SET pending = backflow_senders.pending + changed.pending,
    approved = backflow_senders.approved + changed.approved, rejected = backflow_senders.rejected + changed.rejected,
    taken_back = backflow_senders.taken_back + changed.taken_back
  FROM (SELECT n.account_id, sum((n.status = 'pending')::int - (o.status = 'pending')::int)::int AS pending,
      sum((n.status = 'approved')::int - (o.status = 'approved')::int)::int AS approved,
      sum((n.status = 'rejected')::int - (o.status = 'rejected')::int)::int AS rejected,
      sum((n.status = 'pending' AND o.status <> 'pending')::int)::int AS taken_back
    FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE n.source = 'backflow' AND n.status <> o.status GROUP BY n.account_id) AS changed
  WHERE backflow_senders.account_id = changed.account_id;
  -- The catalogue knows the barcode now.
  DELETE FROM backflow_waiting USING new_rows n, old_rows o
  WHERE o.id = n.id AND n.status = 'approved' AND o.status = 'pending' AND backflow_waiting.gtin14 = n.gtin14;
  -- The next offer of a barcode that nobody else's entry holds any more, unless its sender is blocked.
  WITH next_offers AS (
    SELECT DISTINCT ON (w.gtin14) w.* FROM backflow_waiting w
    JOIN accounts a ON a.id = w.account_id AND a.blocked_at IS NULL
    WHERE NOT EXISTS (SELECT FROM sender_blocks b WHERE b.account_id = w.account_id)
      AND w.gtin14 IN (SELECT n.gtin14 FROM new_rows n JOIN old_rows o ON o.id = n.id
        WHERE n.status = 'rejected' AND o.status = 'pending')
      AND NOT EXISTS (SELECT FROM submissions s WHERE s.gtin14 = w.gtin14 AND s.status = 'pending')
    ORDER BY w.gtin14, w.created_at, w.id
  ), entered AS (
    INSERT INTO submissions (id, source, gtin14, content, content_hash, account_id, request_id)
    SELECT id, 'backflow', gtin14, content, content_hash, account_id, request_id FROM next_offers
    ON CONFLICT DO NOTHING RETURNING id
  )
  DELETE FROM backflow_waiting USING entered WHERE backflow_waiting.id = entered.id;
  PERFORM add_submission_counts(ARRAY(
    SELECT ROW(n.status, n.source, n.gtin14 IS NOT NULL, 0, 1)::submission_counts
      FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.status <> o.status
    UNION ALL
    SELECT ROW(o.status, o.source, o.gtin14 IS NOT NULL, 0, -1)::submission_counts
      FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.status <> o.status));
  RETURN NULL;
END $$;

CREATE TRIGGER submissions_count_update AFTER UPDATE ON submissions
  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION submissions_count_update();

CREATE FUNCTION submissions_count_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE backflow_senders SET pending = backflow_senders.pending - gone.pending,
    approved = backflow_senders.approved - gone.approved, rejected = backflow_senders.rejected - gone.rejected
  FROM (SELECT account_id, count(*) FILTER (WHERE status = 'pending') AS pending,
      count(*) FILTER (WHERE status = 'approved') AS approved, count(*) FILTER (WHERE status = 'rejected') AS rejected
    FROM old_rows WHERE source = 'backflow' GROUP BY account_id) AS gone
  WHERE backflow_senders.account_id = gone.account_id;
  PERFORM add_submission_counts(ARRAY(
    SELECT ROW(status, source, gtin14 IS NOT NULL, 0, -1)::submission_counts FROM old_rows));
  RETURN NULL;
END $$;

CREATE TRIGGER submissions_count_delete AFTER DELETE ON submissions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION submissions_count_delete();

CREATE FUNCTION submissions_count_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM submission_counts;
  DELETE FROM backflow_waiting;
  UPDATE backflow_senders SET pending = 0, approved = 0, rejected = 0, taken_back = 0;
  RETURN NULL;
END $$;

CREATE TRIGGER submissions_count_truncate AFTER TRUNCATE ON submissions
  FOR EACH STATEMENT EXECUTE FUNCTION submissions_count_truncate();

CREATE FUNCTION backflow_waiting_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE backflow_senders SET waiting = waiting + CASE TG_OP WHEN 'INSERT' THEN changed.offers ELSE -changed.offers END
  FROM (SELECT account_id, count(*) AS offers FROM changed_rows GROUP BY account_id ORDER BY account_id) AS changed
  WHERE backflow_senders.account_id = changed.account_id;
  RETURN NULL;
END $$;

CREATE TRIGGER backflow_waiting_count_insert AFTER INSERT ON backflow_waiting
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION backflow_waiting_count();
CREATE TRIGGER backflow_waiting_count_delete AFTER DELETE ON backflow_waiting
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION backflow_waiting_count();

-- Tells consoles at the commit which submissions changed. An empty payload stands for many.
CREATE FUNCTION notify_submissions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entries bigint;
  ids text;
BEGIN
  SELECT count(*), string_agg(id::text, ',') INTO entries, ids FROM changed_rows;
  IF entries > 0 THEN
    PERFORM pg_notify('submissions_changed', CASE WHEN entries <= 100 THEN ids ELSE '' END);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER submissions_notify_insert AFTER INSERT ON submissions REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION notify_submissions();
CREATE TRIGGER submissions_notify_update AFTER UPDATE ON submissions REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION notify_submissions();
CREATE TRIGGER submissions_notify_delete AFTER DELETE ON submissions REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION notify_submissions();

CREATE FUNCTION notify_submission_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('submissions_changed', NEW.submission_id::text);
  RETURN NULL;
END $$;

CREATE TRIGGER submission_messages_notify AFTER INSERT ON submission_messages
  FOR EACH ROW EXECUTE FUNCTION notify_submission_message();

-- An operator who is disabled keeps no assignment and no claim: nobody else would be led to those submissions.
CREATE FUNCTION free_submissions_of_operator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE submissions SET assigned_to = NULL WHERE assigned_to = NEW.id AND status = 'pending';
  UPDATE submissions SET claimed_by = NULL, claimed_at = NULL WHERE claimed_by = NEW.id AND status = 'pending';
  RETURN NULL;
END $$;

CREATE TRIGGER operators_free_submissions AFTER UPDATE OF disabled_at ON operators
  FOR EACH ROW WHEN (OLD.disabled_at IS NULL AND NEW.disabled_at IS NOT NULL)
  EXECUTE FUNCTION free_submissions_of_operator();

-- --- Triggers: webhooks ------------------------------------------------------------------------------------------------------

-- Wakes the indexer, which delivers.
CREATE FUNCTION webhook_deliveries_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('webhook_deliveries_due', '');
  RETURN NULL;
END $$;

CREATE TRIGGER webhook_deliveries_notify AFTER INSERT ON webhook_deliveries
  FOR EACH STATEMENT EXECUTE FUNCTION webhook_deliveries_notify();

-- Queues the webhooks of a decision in its transaction. With the owner's rights, so that a role that may decide needs none
-- on the webhooks.
CREATE FUNCTION submissions_tell_account() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO webhook_deliveries (webhook_id, event, data)
  SELECT w.id, 'submission.' || NEW.status, jsonb_build_object(
    'id', NEW.id, 'status', NEW.status, 'reason', NEW.reason, 'product_id', NEW.result_product_id,
    'reviewed_at', to_char(NEW.reviewed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM webhooks w
  WHERE w.account_id = NEW.account_id AND w.state = 'active' AND 'submission.' || NEW.status = ANY (w.events);
  RETURN NULL;
END $$;

CREATE TRIGGER submissions_tell_account AFTER UPDATE OF status ON submissions FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status <> 'pending' AND NEW.account_id IS NOT NULL)
  EXECUTE FUNCTION submissions_tell_account();

-- --- Triggers: audit log -----------------------------------------------------------------------------------------------------

-- SHA-256 over the hash of the row before and this row's canonical text: jsonb writes its keys in one order only.
CREATE FUNCTION audit_entry_hash(entry audit_log) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(entry.prev_hash || convert_to(jsonb_build_object(
    'seq', entry.seq, 'at', to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'actor', entry.actor, 'action', entry.action, 'entity', entry.entity, 'entity_id', entry.entity_id,
    'before', entry.before, 'after', entry.after, 'request_id', entry.request_id)::text, 'UTF8'))
$$;

-- Numbers rows without gaps and chains them. One at a time until the commit: two transactions that read the same last row
-- would fork the chain.
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last_entry audit_log;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('factshelf.audit_log'));
  SELECT * INTO last_entry FROM audit_log ORDER BY seq DESC LIMIT 1;
  NEW.seq := coalesce(last_entry.seq, 0) + 1;
  NEW.prev_hash := coalesce(last_entry.hash, '\x'::bytea);
  NEW.hash := audit_entry_hash(NEW);
  RETURN NEW;
END $$;

CREATE TRIGGER audit_log_chain BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

-- The log is append-only for every role. A row may lose its content, and nothing else of it may change.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.erased AND NEW.before IS NULL AND NEW.after IS NULL
      AND to_jsonb(NEW) - '{before,after,erased}'::text[] = to_jsonb(OLD) - '{before,after,erased}'::text[] THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER audit_log_refuse_row_change BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_refuse_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- With the owner's rights: the service itself may only add to the log. The caller must write a row that names the erased ones
-- (`after.erased_rows`), otherwise the check of the log reports them.
CREATE FUNCTION erase_audit_content(seqs bigint[]) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE audit_log SET before = NULL, after = NULL, erased = true WHERE seq = ANY(seqs)
$$;
