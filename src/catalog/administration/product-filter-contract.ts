/** What a product can lack: the choices of the filter, for the endpoint and for the console, which loads nothing else. */
export const MISSING_FIELDS = [
  'brand',
  'category',
  'barcode',
  'net_content',
  'country_of_origin',
  'nutriments',
  'ingredients_text',
  'nutri_score',
  'attributes',
  'image',
  'msrp',
] as const;
