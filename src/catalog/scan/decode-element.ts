import type { ApplicationIdentifier } from './application-identifiers.ts';

/**
 * Returns the value of an element as the API shows it: dates and times by ISO 8601, without a zone because the code
 * has none; decimals with their point; money after its currency's digits; every other value unchanged.
 * @param year the current year, for completing two-digit years (GS1 General Specifications, 7.12)
 * @returns undefined for a value that does not have the identifier's format, or is not a valid date
 */
export function decodeElement(
  { ai, pattern, decoding }: ApplicationIdentifier,
  value: string,
  year: number,
): string | undefined {
  if (!pattern.test(value)) return undefined;
  const decimals = Number(ai.slice(-1));
  switch (decoding) {
    case 'date':
      return readDate(value, year);
    case 'dates':
      return readDates(value, year);
    case 'moment':
      return readMoment(readDate(value.slice(0, 6), year), value.slice(6));
    case 'long_moment':
      return readMoment(readDay(value.slice(0, 4), value.slice(4, 6), value.slice(6, 8)), value.slice(8));
    case 'decimal':
      return placePoint(value, decimals);
    case 'money':
      return `${value.slice(0, 3)} ${placePoint(value.slice(3), decimals)}`;
    default:
      return value;
  }
}

function readDates(value: string, year: number): string | undefined {
  const first = readDate(value.slice(0, 6), year);
  if (value.length === 6 || first === undefined) return first;
  const last = readDate(value.slice(6), year);
  return last === undefined ? undefined : `${first}/${last}`;
}

/** Reads YYMMDD; the year is from 49 years before the current one to 50 after it. */
function readDate(value: string, year: number): string | undefined {
  const difference = Number(value.slice(0, 2)) - (year % 100);
  const century = year - (year % 100) + (difference > 50 ? -100 : difference < -49 ? 100 : 0);
  const fullYear = String(century + Number(value.slice(0, 2)));
  return readDay(fullYear, value.slice(2, 4), value.slice(4, 6));
}

function readDay(year: string, month: string, day: string): string | undefined {
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const isInCalendar = Number(month) >= 1 && Number(month) <= 12 && Number(day) <= lastDay;
  if (!isInCalendar) return undefined;
  return `${year}-${month}-${day === '00' ? lastDay : day}`;
}

function readMoment(date: string | undefined, time: string): string | undefined {
  if (date === undefined || time === '' || time === '9999') return date;
  const [hours = '', minutes = '00', seconds] = time.match(/../g) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return undefined;
  return `${date}T${hours}:${minutes}${seconds === undefined ? '' : `:${seconds}`}`;
}

/** Inserts the decimal point and removes leading zeros. Zeros after the point stay, because they tell the precision. */
function placePoint(digits: string, decimals: number): string {
  const filled = digits.padStart(decimals + 1, '0');
  const whole = filled.slice(0, filled.length - decimals).replace(/^0+(?=.)/, '');
  return decimals === 0 ? whole : `${whole}.${filled.slice(-decimals)}`;
}
