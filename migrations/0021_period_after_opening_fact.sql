-- The period after opening is a fact of its own now: the template does not ask for it once more. A template that an
-- operator made it required in stays, and so does every value that was written under it.
DELETE FROM kind_fields WHERE kind = 'beauty' AND key = 'period_after_opening_months' AND NOT required;
