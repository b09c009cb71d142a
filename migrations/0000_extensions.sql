-- Trigram similarity and its indexes: the contract's search is pg_trgm's word similarity.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
