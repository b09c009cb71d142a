-- As foldText cuts what it folds from now on: no folded name is longer than 900 characters.
UPDATE products SET search_name = rtrim(left(search_name, 900)) WHERE char_length(search_name) > 900;
