import type { DemoSize } from './demo-line.ts';

export interface DemoPrice {
  amount: number;
  currency: string;
  region: string;
  effectiveDate: string | null;
  sourceUrl: string | null;
  note: string | null;
}

/** Markets of the demo products, with a rough exchange rate. */
const MARKETS = [
  { region: 'FR', currency: 'EUR', perEuro: 1 },
  { region: 'DE', currency: 'EUR', perEuro: 1.02 },
  { region: 'GB', currency: 'GBP', perEuro: 0.87 },
  { region: 'US', currency: 'USD', perEuro: 1.15 },
  { region: 'CH', currency: 'CHF', perEuro: 1.2 },
  { region: 'SE', currency: 'SEK', perEuro: 11.3 },
  { region: 'JP', currency: 'JPY', perEuro: 165 },
  { region: 'GLOBAL', currency: 'USD', perEuro: 1.12 },
];

/** A bigger pack costs less per gram. */
const SIZE_EXPONENT = 0.85;
const PER_BASE_UNIT = { g: 1, kg: 1000, ml: 1, l: 1000, pcs: 1, m: 1 };

/** Returns the price of a further size of a line, in euros. */
export function scalePrice(priceEur: number, first: DemoSize, size: DemoSize): number {
  const ratio = (size.value * PER_BASE_UNIT[size.unit]) / (first.value * PER_BASE_UNIT[first.unit]);
  return priceEur * ratio ** SIZE_EXPONENT;
}

/**
 * Returns the suggested retail prices of a demo product; every third one has none. `serial`, the product's position
 * in the catalogue, decides the markets, the dates, and which few prices are 0 (not announced yet) or undated.
 */
export function buildDemoPrices(serial: number, priceEur: number, site: string): DemoPrice[] {
  if (serial % 3 === 2) return [];
  const home = serial % MARKETS.length;
  const month = String((serial % 12) + 1).padStart(2, '0');
  const priceIn = (marketNumber: number, year: number): DemoPrice => {
    const { region, currency, perEuro } = MARKETS[marketNumber % MARKETS.length]!;
    const inflation = year === 2025 ? 1 : 0.94;
    return {
      amount: roundPrice(priceEur * perEuro * inflation, currency),
      currency,
      region,
      effectiveDate: `${year}-${month}-01`,
      sourceUrl: serial % 2 === 0 ? `https://${site}.example/prices/${region.toLowerCase()}` : null,
      note: year === 2025 ? null : 'Former list price',
    };
  };
  const prices = [priceIn(home, 2025)];
  if (serial % 2 === 0) prices.push(priceIn(home, 2024));
  if (serial % 4 === 0) prices.push(priceIn(home + 3, 2025));
  if (serial % 17 === 4)
    prices.push({ ...priceIn(home + 1, 2025), effectiveDate: null, note: 'Catalogue price, undated' });
  if (serial % 23 === 6) prices.push({ ...priceIn(home + 2, 2025), amount: 0, note: 'Not announced yet' });
  return prices;
}

/** Prices end in .x9 below 20, in .99 above; yen and kronor are whole. */
function roundPrice(amount: number, currency: string): number {
  if (currency === 'JPY') return Math.max(10, Math.round(amount / 10) * 10);
  if (currency === 'SEK') return Math.max(5, Math.round(amount));
  const step = amount < 20 ? 0.1 : 1;
  return Number((Math.max(step, Math.round(amount / step) * step) - 0.01).toFixed(2));
}
