import {
  SPARKY_FIELDS,
  SPARKY_PRODUCT,
  SPARKY,
  TRACKER_FIELDS,
  TRACKER_PRODUCT,
  TRACKER,
  FOOD_YOU_FIELDS,
  FOOD_YOU_PRODUCT,
  FOOD_YOU,
  WAISTLINE_PRODUCT,
  WAISTLINE,
  DART,
  DART_SEARCH,
  DART_PRODUCT,
  UPC_ITEM,
  type Demand,
} from './app-demands.ts';

/** A request as an app sends it, and what it reads from the answer. Read from the app's own request code, named in `code`. */
export interface RecordedCall {
  app: string;
  /** Where its request is built and its answer is read. */
  code: string;
  method: 'get' | 'post';
  /** Below the address of Open Food Facts, or of UPCitemdb. */
  path: string;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Fields of the answer with the types that the app's code demands; `?` may be missing. */
  reads: Record<string, Demand>;
}

const SPREAD = '3017620422003';
const url = (path: string, parameters: Record<string, string>) =>
  `${path}?${new URLSearchParams(parameters)}`;

export const RECORDED_CALLS: readonly RecordedCall[] = [
  {
    app: 'SparkyFitness, a barcode',
    code: 'SparkyFitnessServer/integrations/openfoodfacts/openFoodFactsService.ts: searchOpenFoodFactsByBarcodeFields',
    method: 'get',
    path: `/api/v2/product/${SPREAD}.json?fields=${SPARKY_FIELDS}&lc=fr`,
    headers: SPARKY,
    reads: { status: 'integer', product: SPARKY_PRODUCT },
  },
  {
    app: 'SparkyFitness, a text',
    code: 'SparkyFitnessServer/integrations/openfoodfacts/openFoodFactsService.ts: searchOpenFoodFacts',
    method: 'get',
    path: `/search?q=tartiner&page_size=20&page=1&fields=${SPARKY_FIELDS}`,
    headers: SPARKY,
    reads: {
      hits: SPARKY_PRODUCT,
      page: 'integer',
      page_size: 'integer',
      page_count: 'integer',
      count: 'integer',
    },
  },
  {
    app: 'SparkyFitness, a text in another version',
    code: 'SparkyFitnessServer/integrations/openfoodfacts/openFoodFactsService.ts: searchOpenFoodFacts',
    method: 'get',
    path: `/cgi/search.pl?search_terms=tartiner&search_simple=1&action=process&json=1&page_size=20&page=1&fields=${SPARKY_FIELDS}&lc=fr`,
    headers: SPARKY,
    reads: { products: SPARKY_PRODUCT, page: 'integer', page_size: 'integer', count: 'integer' },
  },
  {
    app: 'SparkyFitness, before it writes',
    code: 'SparkyFitnessServer/integrations/openfoodfacts/openFoodFactsContribution.ts: getExistingNutritionBasis',
    method: 'get',
    path: `/api/v2/product/${SPREAD}.json?fields=nutrition_data_per`,
    headers: { ...SPARKY, Cookie: 'session=of-another-service' },
    reads: { status: 'integer', product: { nutrition_data_per: 'text' } },
  },
  {
    app: 'Waistline, a barcode',
    code: 'www/activities/foodlist/js/open-food-facts.js: search, parseItem',
    method: 'get',
    path: `/api/v0/product/${SPREAD}.json&lang=fr&lc=fr`.replace('&', '?'),
    headers: WAISTLINE,
    reads: { product: WAISTLINE_PRODUCT },
  },
  {
    app: 'Waistline, a text in a country',
    code: 'www/activities/foodlist/js/open-food-facts.js: search, parseItem',
    method: 'get',
    path: '/cgi/search.pl?search_terms=tartiner&search_simple=1&page_size=50&sort_by=last_modified_t&action=process&json=1&tagtype_0=countries&tag_contains_0=contains&tag_0=France&lang=fr&lc=fr',
    headers: WAISTLINE,
    reads: { products: WAISTLINE_PRODUCT },
  },
  {
    app: 'OpenNutriTracker, a barcode',
    code: 'lib/features/add_meal/data/data_sources/off_data_source.dart, dto/off/off_product_dto.dart',
    method: 'get',
    path: url(`/api/v2/product/${SPREAD}`, { fields: TRACKER_FIELDS, json: 'true' }),
    headers: TRACKER,
    reads: { status: 'integer', status_verbose: 'text', product: TRACKER_PRODUCT },
  },
  {
    app: 'OpenNutriTracker, a text',
    code: 'lib/core/utils/off_const.dart, dto/off/off_word_response_dto.dart',
    method: 'get',
    path: url('/cgi/search.pl', { search_terms: 'tartiner', fields: TRACKER_FIELDS, json: 'true' }),
    headers: TRACKER,
    reads: {
      count: 'integer',
      page: 'integer',
      page_count: 'integer',
      page_size: 'integer',
      products: TRACKER_PRODUCT,
    },
  },
  {
    app: 'FoodYou, a barcode',
    code: 'food/infrastructure/openfoodfacts/OpenFoodFactsRemoteDataSource.kt: getProduct, model/v2',
    method: 'get',
    path: url(`/api/v2/product/${SPREAD}`, { countries: 'france', fields: FOOD_YOU_FIELDS }),
    headers: FOOD_YOU,
    reads: { code: 'text', product: FOOD_YOU_PRODUCT },
  },
  {
    app: 'FoodYou, a text in a country',
    code: 'food/infrastructure/openfoodfacts/OpenFoodFactsRemoteDataSource.kt: queryProducts, model/v1',
    method: 'get',
    path: url('/cgi/search.pl', {
      search_simple: '1',
      json: '1',
      search_terms: 'tartiner',
      countries: 'france',
      page: '1',
      page_size: '50',
      sort_by: 'product_name',
      fields: FOOD_YOU_FIELDS,
    }),
    headers: FOOD_YOU,
    reads: { count: 'integer', page: 'integer', page_size: 'integer', products: FOOD_YOU_PRODUCT },
  },
  {
    app: 'Grocy',
    code: 'plugins/OpenFoodFactsBarcodeLookupPlugin.php: ExecuteLookup',
    method: 'get',
    path: `/api/v2/product/${SPREAD}?fields=product_name,image_url,product_name_fr`,
    headers: { 'User-Agent': 'GrocyOpenFoodFactsBarcodeLookupPlugin/1.0 (https://grocy.info)' },
    reads: {
      status: 'integer',
      product: { product_name: 'text', image_url: 'text?', product_name_fr: 'text?' },
    },
  },
  {
    app: 'Grocy Android',
    code: 'app/src/main/java/xyz/zedler/patrick/grocy/api/OpenFoodFactsApi.java, model/OpenFoodFactsProduct.java',
    method: 'get',
    path: `/api/v0/product/${SPREAD}.json`,
    headers: { 'User-Agent': 'Grocy Android - v3.7.1 - https://github.com/patzly/grocy-android' },
    reads: {
      product: {
        _id: 'text',
        product_name: 'text',
        product_name_fr: 'text?',
        nutriments: {
          'energy-kcal_100g': 'number?',
          'energy-kcal_unit': 'text?',
          'energy-kcal_value': 'number?',
        },
      },
    },
  },
  {
    app: 'BarcodeBuddy',
    code: 'incl/lookupProviders/ProviderOpenFoodFacts.php: lookupBarcode',
    method: 'get',
    path: `/api/v0/product/${SPREAD}.json`,
    headers: { 'User-Agent': 'BarcodeBuddy' },
    reads: { status: 'integer', product: { generic_name: 'text', product_name: 'text' } },
  },
  {
    app: 'BarcodeBuddy, at UPCitemdb',
    code: 'incl/lookupProviders/ProviderUpcDb.php: lookupBarcode',
    method: 'get',
    path: `/upc/prod/trial/lookup?upc=${SPREAD}`,
    reads: { code: 'text', items: { title: 'text' } },
  },
  {
    app: 'Homebox, at UPCitemdb',
    code: 'backend/app/api/handlers/v1/v1_ctrl_product_search.go: UPCITEMDBResponse',
    method: 'get',
    path: `/upc/prod/trial/lookup?upc=${SPREAD}`,
    headers: { 'User-Agent': 'Go-http-client/1.1' },
    reads: { code: 'text', total: 'integer', offset: 'integer', items: UPC_ITEM },
  },
  {
    app: 'The Dart client, a product in version 3',
    code: 'lib/src/utils/product_query_configurations.dart: getResponse, getPath',
    method: 'get',
    path: url(`/api/v3/product/${SPREAD}/`, {
      lc: 'fr',
      tags_lc: 'fr',
      cc: 'fr',
      fields: 'code,product_name,brands,nutriments',
    }),
    headers: DART,
    reads: {
      code: 'text',
      status: 'text',
      result: 'object',
      errors: 'list',
      warnings: 'list',
      product: DART_PRODUCT,
    },
  },
  {
    app: 'The Dart client, a product in an earlier version',
    code: 'lib/src/utils/product_query_configurations.dart: getResponse, getPath',
    method: 'post',
    path: `/api/v2/product/${SPREAD}/`,
    form: { lc: 'fr', fields: 'code,product_name,brands,nutriments', app_name: 'smoothie' },
    headers: DART,
    reads: { code: 'text', status: 'integer', product: DART_PRODUCT },
  },
  {
    app: 'The Dart client, a search',
    code: 'lib/src/utils/product_search_query_configuration.dart, abstract_query_configuration.dart: getResponse',
    method: 'post',
    path: '/cgi/search.pl',
    form: {
      lc: 'fr',
      fields: 'code,product_name,brands,nutriments',
      tagtype_0: 'countries',
      tag_contains_0: 'contains',
      tag_0: 'en:france',
      search_terms: 'tartiner',
      page: '1',
      page_size: '24',
      json: '1',
      api_version: '3',
      app_name: 'smoothie',
    },
    headers: DART,
    reads: { ...DART_SEARCH, products: DART_PRODUCT },
  },
  {
    app: 'The Python client, a page of a facet',
    code: 'src/openfoodfacts/api.py: FacetResource.get_products',
    method: 'get',
    path: '/facets/brands/avelotta?page=1&page_size=25&json=1',
    headers: { 'User-Agent': 'python-requests/2.32' },
    reads: { count: 'integer', products: DART_PRODUCT },
  },
];
