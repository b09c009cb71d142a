import { findCountry } from '../../data/countries.ts';
import type { ProductFacts } from '../../facts/registry/fact-list.ts';
import { FACTS } from '../../facts/registry/fact-registry.ts';
import { hasWord } from '../../platform/text/fold-text.ts';
import type { FileRow } from '../reading/file-row.ts';
import { cutText } from '../values/clean-text.ts';
import { readNumber, readTags, readText, withoutLanguage } from './off-row.ts';

const LONGEST_ITEM = 60;

type FurtherFacts = Pick<
  ProductFacts,
  | 'nova_group'
  | 'environmental_score'
  | 'countries_sold'
  | 'manufacturing_places'
  | 'packaging'
  | 'stores'
  | 'popularity'
  | 'source_created_at'
  | 'source_updated_at'
  | 'period_after_opening_months'
>;

/** Reads a row's facts on processing, environment, packaging and trade, how known it is, and its times. */
export function readFurtherFacts(row: FileRow): FurtherFacts {
  const nova = Number(readText(row, 'nova_group'));
  const grade = (readText(row, 'environmental_score_grade') || readText(row, 'ecoscore_grade')).toLowerCase();
  const { environmental_score, manufacturing_places, packaging, stores } = FACTS;
  return {
    nova_group: [1, 2, 3, 4].includes(nova) ? nova : null,
    // `unknown` and `not-applicable` are not values.
    environmental_score: environmental_score.value.options.find((option) => option === grade) ?? null,
    countries_sold: listCountriesSold(row),
    manufacturing_places: readTexts(row, ['manufacturing_places', 'manufacturing_places_tags']).slice(
      0,
      manufacturing_places.value.most,
    ),
    // Tags come first: they have one language and spelling, while the text has the contributor's.
    packaging: readTexts(row, ['packaging_tags', 'packaging']).slice(0, packaging.value.most),
    stores: readTexts(row, ['stores', 'stores_tags']).slice(0, stores.value.most),
    popularity: readScans(row),
    source_created_at: readTime(row['created_t']),
    source_updated_at: readTime(row['last_modified_t']),
    period_after_opening_months: readPeriodAfterOpening(row),
  };
}

function listCountriesSold(row: FileRow): string[] {
  return [...new Set(readTags(row, 'countries_tags').flatMap((tag) => findCountry(tag) ?? []))].sort();
}

/** Reads the first column with values; strips a tag's language, and turns its hyphens into spaces. */
function readTexts(row: FileRow, columns: readonly string[]): string[] {
  const column = columns.find((name) => readTags(row, name).length > 0);
  if (column === undefined) return [];
  const texts = readTags(row, column).map((given) => {
    const text = withoutLanguage(given).trim();
    return cutText(column.endsWith('_tags') ? text.replaceAll('-', ' ') : text, LONGEST_ITEM);
  });
  return [...new Set(texts)].filter((text) => hasWord(text) && text.toLowerCase() !== 'unknown');
}

/** How many people scanned it in the app of Open Food Facts. A count of 0 is no fact. */
function readScans(row: FileRow): number | null {
  const scans = readNumber(row['unique_scans_n']);
  const { least, most } = FACTS.popularity.value;
  return Number.isInteger(scans) && scans >= least ? Math.min(scans, most) : null;
}

const LATEST_SECOND = Date.UTC(2100, 0) / 1_000;

function readTime(given: unknown): string | null {
  const seconds = readNumber(given);
  if (!Number.isInteger(seconds) || seconds <= 0 || seconds >= LATEST_SECOND) return null;
  return new Date(seconds * 1_000).toISOString().replace('.000', '');
}

/** `12 M` or `en:12-months`; the shortest of several. */
function readPeriodAfterOpening(row: FileRow): number | null {
  const texts = [...readTags(row, 'periods_after_opening'), ...readTags(row, 'periods_after_opening_tags')];
  const months = texts.flatMap((text) => {
    const [, number] = /^(?:[a-z]{2}:)?(\d{1,2})[ -]?m(?:onths?|ois)?$/i.exec(text) ?? [];
    return number === undefined || Number(number) === 0 ? [] : [Number(number)];
  });
  return months.length > 0 ? Math.min(...months) : null;
}
