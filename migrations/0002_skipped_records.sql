CREATE TABLE follow_skipped (
  kind text NOT NULL,
  id text NOT NULL,
  reason text NOT NULL,
  skipped_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT follow_skipped_kind_id_pk PRIMARY KEY (kind, id),
  CONSTRAINT follow_skipped_kind_known CHECK (kind in ('product', 'source', 'kind', 'category'))
);
