"""Contains all the data models used in inputs/outputs"""

from .account import Account
from .account_key import AccountKey
from .account_quota import AccountQuota
from .account_rate_limit import AccountRateLimit
from .allergen_state import AllergenState
from .allergen_state_said_by_item import AllergenStateSaidByItem
from .answer import Answer
from .answer_question_response_200 import AnswerQuestionResponse200
from .backflow_batch import BackflowBatch
from .backflow_batch_items_item import BackflowBatchItemsItem
from .backflow_batch_items_item_attributes import BackflowBatchItemsItemAttributes
from .backflow_batch_items_item_generic_names import BackflowBatchItemsItemGenericNames
from .backflow_batch_items_item_ingredients_texts import (
    BackflowBatchItemsItemIngredientsTexts,
)
from .backflow_batch_items_item_names import BackflowBatchItemsItemNames
from .backflow_batch_items_item_nutriments import BackflowBatchItemsItemNutriments
from .backflow_result import BackflowResult
from .backflow_result_results_item import BackflowResultResultsItem
from .barcode import Barcode
from .better_product import BetterProduct
from .brand import Brand
from .brand_page import BrandPage
from .category_node import CategoryNode
from .category_tree import CategoryTree
from .change import Change
from .change_page import ChangePage
from .change_record_type_0 import ChangeRecordType0
from .change_record_type_0_brand_type_0 import ChangeRecordType0BrandType0
from .change_record_type_0_facts import ChangeRecordType0Facts
from .change_record_type_0_facts_attributes import ChangeRecordType0FactsAttributes
from .change_record_type_0_facts_contributed_pictures import (
    ChangeRecordType0FactsContributedPictures,
)
from .change_record_type_0_facts_contributed_pictures_additional_property import (
    ChangeRecordType0FactsContributedPicturesAdditionalProperty,
)
from .code_names import CodeNames
from .code_names_items_item import CodeNamesItemsItem
from .compared_nutrient import ComparedNutrient
from .comparison import Comparison
from .comparison_nutrients import ComparisonNutrients
from .confirmation import Confirmation
from .confirmation_mail import ConfirmationMail
from .confirmed import Confirmed
from .credentials import Credentials
from .data_source import DataSource
from .data_source_list import DataSourceList
from .deleted_webhook import DeletedWebhook
from .describe_resolver_response_200 import DescribeResolverResponse200
from .dump_file import DumpFile
from .dump_list import DumpList
from .dump_list_items_item import DumpListItemsItem
from .dump_list_table import DumpListTable
from .error import Error
from .error_error import ErrorError
from .error_error_details import ErrorErrorDetails
from .facet import Facet
from .facet_value import FacetValue
from .facets import Facets
from .failed_check import FailedCheck
from .get_health_response_200 import GetHealthResponse200
from .get_open_api_response_200 import GetOpenApiResponse200
from .get_readiness_response_200 import GetReadinessResponse200
from .get_readiness_response_200_checks import GetReadinessResponse200Checks
from .highlighted_part import HighlightedPart
from .highlights import Highlights
from .ingredient import Ingredient
from .item_explanation import ItemExplanation
from .item_explanation_quality_type_0 import ItemExplanationQualityType0
from .kind_field import KindField
from .kind_fields import KindFields
from .looked_up_code import LookedUpCode
from .msrp_entry import MsrpEntry
from .msrp_list import MsrpList
from .new_key import NewKey
from .new_key_key import NewKeyKey
from .new_key_quota import NewKeyQuota
from .new_key_rate_limit import NewKeyRateLimit
from .new_password import NewPassword
from .new_submission import NewSubmission
from .new_submission_attributes import NewSubmissionAttributes
from .new_submission_generic_names import NewSubmissionGenericNames
from .new_submission_ingredients_texts import NewSubmissionIngredientsTexts
from .new_submission_msrp import NewSubmissionMsrp
from .new_submission_names import NewSubmissionNames
from .new_submission_nutriments import NewSubmissionNutriments
from .new_webhook import NewWebhook
from .nutriments import Nutriments
from .nutriments_nutrient_levels_type_0 import NutrimentsNutrientLevelsType0
from .nutriments_nutriments_per_100_type_0 import NutrimentsNutrimentsPer100Type0
from .nutriments_nutriments_per_100_type_0_amounts_type_0 import (
    NutrimentsNutrimentsPer100Type0AmountsType0,
)
from .nutriments_nutriments_per_serving_type_0 import (
    NutrimentsNutrimentsPerServingType0,
)
from .nutriments_nutriments_type_0 import NutrimentsNutrimentsType0
from .own_submission import OwnSubmission
from .own_submission_page import OwnSubmissionPage
from .password_set import PasswordSet
from .picture import Picture
from .picture_urls import PictureUrls
from .product import Product
from .product_code_names import ProductCodeNames
from .product_code_names_additives import ProductCodeNamesAdditives
from .product_code_names_allergens import ProductCodeNamesAllergens
from .product_code_names_categories import ProductCodeNamesCategories
from .product_code_names_countries import ProductCodeNamesCountries
from .product_code_names_labels import ProductCodeNamesLabels
from .product_code_names_nutriments import ProductCodeNamesNutriments
from .product_diets_type_0 import ProductDietsType0
from .product_generic_names import ProductGenericNames
from .product_ingredients_texts import ProductIngredientsTexts
from .product_lookup import ProductLookup
from .product_lookup_answer import ProductLookupAnswer
from .product_names import ProductNames
from .product_nutrient_levels_type_0 import ProductNutrientLevelsType0
from .product_nutriments_type_0 import ProductNutrimentsType0
from .product_source import ProductSource
from .product_source_claims import ProductSourceClaims
from .product_summary import ProductSummary
from .product_summary_diets_type_0 import ProductSummaryDietsType0
from .product_summary_generic_names import ProductSummaryGenericNames
from .product_summary_ingredients_texts import ProductSummaryIngredientsTexts
from .product_summary_names import ProductSummaryNames
from .product_summary_nutrient_levels_type_0 import ProductSummaryNutrientLevelsType0
from .product_summary_nutriments_type_0 import ProductSummaryNutrimentsType0
from .quality import Quality
from .quality_part import QualityPart
from .reference_data import ReferenceData
from .reference_data_categories_item import ReferenceDataCategoriesItem
from .reference_data_kinds_item import ReferenceDataKindsItem
from .reference_data_sources_item import ReferenceDataSourcesItem
from .regenerated_key import RegeneratedKey
from .regenerated_key_key import RegeneratedKeyKey
from .regenerated_key_quota import RegeneratedKeyQuota
from .regenerated_key_rate_limit import RegeneratedKeyRateLimit
from .registration import Registration
from .resolve_digital_link_response_200 import ResolveDigitalLinkResponse200
from .scanned_product import ScannedProduct
from .scanned_product_scan import ScannedProductScan
from .scanned_product_scan_elements import ScannedProductScanElements
from .search_explanation import SearchExplanation
from .search_page import SearchPage
from .specification import Specification
from .stats import Stats
from .stats_products_by_kind import StatsProductsByKind
from .submission_status import SubmissionStatus
from .submission_status_question import SubmissionStatusQuestion
from .submission_status_sent import SubmissionStatusSent
from .submission_status_sent_content import SubmissionStatusSentContent
from .submission_status_sent_pictures_item import SubmissionStatusSentPicturesItem
from .suggested_brand import SuggestedBrand
from .suggested_category import SuggestedCategory
from .suggested_product import SuggestedProduct
from .suggestions import Suggestions
from .suggestions_items_item_type_3 import SuggestionsItemsItemType3
from .taken_picture import TakenPicture
from .taken_submission import TakenSubmission
from .webhook import Webhook
from .webhook_change import WebhookChange
from .webhook_delivery import WebhookDelivery
from .webhook_delivery_data import WebhookDeliveryData
from .webhook_delivery_page import WebhookDeliveryPage
from .webhook_list import WebhookList
from .webhook_with_secret import WebhookWithSecret
from .withdraw_picture_response_200 import WithdrawPictureResponse200

__all__ = (
    "Account",
    "AccountKey",
    "AccountQuota",
    "AccountRateLimit",
    "AllergenState",
    "AllergenStateSaidByItem",
    "Answer",
    "AnswerQuestionResponse200",
    "BackflowBatch",
    "BackflowBatchItemsItem",
    "BackflowBatchItemsItemAttributes",
    "BackflowBatchItemsItemGenericNames",
    "BackflowBatchItemsItemIngredientsTexts",
    "BackflowBatchItemsItemNames",
    "BackflowBatchItemsItemNutriments",
    "BackflowResult",
    "BackflowResultResultsItem",
    "Barcode",
    "BetterProduct",
    "Brand",
    "BrandPage",
    "CategoryNode",
    "CategoryTree",
    "Change",
    "ChangePage",
    "ChangeRecordType0",
    "ChangeRecordType0BrandType0",
    "ChangeRecordType0Facts",
    "ChangeRecordType0FactsAttributes",
    "ChangeRecordType0FactsContributedPictures",
    "ChangeRecordType0FactsContributedPicturesAdditionalProperty",
    "CodeNames",
    "CodeNamesItemsItem",
    "ComparedNutrient",
    "Comparison",
    "ComparisonNutrients",
    "Confirmation",
    "ConfirmationMail",
    "Confirmed",
    "Credentials",
    "DataSource",
    "DataSourceList",
    "DeletedWebhook",
    "DescribeResolverResponse200",
    "DumpFile",
    "DumpList",
    "DumpListItemsItem",
    "DumpListTable",
    "Error",
    "ErrorError",
    "ErrorErrorDetails",
    "Facet",
    "FacetValue",
    "Facets",
    "FailedCheck",
    "GetHealthResponse200",
    "GetOpenApiResponse200",
    "GetReadinessResponse200",
    "GetReadinessResponse200Checks",
    "HighlightedPart",
    "Highlights",
    "Ingredient",
    "ItemExplanation",
    "ItemExplanationQualityType0",
    "KindField",
    "KindFields",
    "LookedUpCode",
    "MsrpEntry",
    "MsrpList",
    "NewKey",
    "NewKeyKey",
    "NewKeyQuota",
    "NewKeyRateLimit",
    "NewPassword",
    "NewSubmission",
    "NewSubmissionAttributes",
    "NewSubmissionGenericNames",
    "NewSubmissionIngredientsTexts",
    "NewSubmissionMsrp",
    "NewSubmissionNames",
    "NewSubmissionNutriments",
    "NewWebhook",
    "Nutriments",
    "NutrimentsNutrientLevelsType0",
    "NutrimentsNutrimentsPer100Type0",
    "NutrimentsNutrimentsPer100Type0AmountsType0",
    "NutrimentsNutrimentsPerServingType0",
    "NutrimentsNutrimentsType0",
    "OwnSubmission",
    "OwnSubmissionPage",
    "PasswordSet",
    "Picture",
    "PictureUrls",
    "Product",
    "ProductCodeNames",
    "ProductCodeNamesAdditives",
    "ProductCodeNamesAllergens",
    "ProductCodeNamesCategories",
    "ProductCodeNamesCountries",
    "ProductCodeNamesLabels",
    "ProductCodeNamesNutriments",
    "ProductDietsType0",
    "ProductGenericNames",
    "ProductIngredientsTexts",
    "ProductLookup",
    "ProductLookupAnswer",
    "ProductNames",
    "ProductNutrientLevelsType0",
    "ProductNutrimentsType0",
    "ProductSource",
    "ProductSourceClaims",
    "ProductSummary",
    "ProductSummaryDietsType0",
    "ProductSummaryGenericNames",
    "ProductSummaryIngredientsTexts",
    "ProductSummaryNames",
    "ProductSummaryNutrientLevelsType0",
    "ProductSummaryNutrimentsType0",
    "Quality",
    "QualityPart",
    "ReferenceData",
    "ReferenceDataCategoriesItem",
    "ReferenceDataKindsItem",
    "ReferenceDataSourcesItem",
    "RegeneratedKey",
    "RegeneratedKeyKey",
    "RegeneratedKeyQuota",
    "RegeneratedKeyRateLimit",
    "Registration",
    "ResolveDigitalLinkResponse200",
    "ScannedProduct",
    "ScannedProductScan",
    "ScannedProductScanElements",
    "SearchExplanation",
    "SearchPage",
    "Specification",
    "Stats",
    "StatsProductsByKind",
    "SubmissionStatus",
    "SubmissionStatusQuestion",
    "SubmissionStatusSent",
    "SubmissionStatusSentContent",
    "SubmissionStatusSentPicturesItem",
    "SuggestedBrand",
    "SuggestedCategory",
    "SuggestedProduct",
    "Suggestions",
    "SuggestionsItemsItemType3",
    "TakenPicture",
    "TakenSubmission",
    "Webhook",
    "WebhookChange",
    "WebhookDelivery",
    "WebhookDeliveryData",
    "WebhookDeliveryPage",
    "WebhookList",
    "WebhookWithSecret",
    "WithdrawPictureResponse200",
)
