import { z } from 'zod';
import { isCountryCode } from '../../data/countries.ts';
import { plainText, webAddress } from '../../platform/text/text-contract.ts';

export const MSRP_DISCLAIMER =
  'Manufacturer-suggested retail prices are reference information only. They are not an offer and nothing can be ' +
  'bought here.';

export const msrpEntrySchema = z
  .object({
    amount: z
      .number()
      .positive()
      .meta({ description: 'With or without tax: no field says which', example: 3.99 }),
    currency: z.string().meta({ description: 'ISO 4217', example: 'EUR' }),
    region: z.string().meta({ description: 'ISO 3166-1 alpha-2, or GLOBAL', example: 'FR' }),
    effective_date: z.iso.date().nullable().meta({ description: 'The first day of the suggested price' }),
    source_url: z.string().nullable().meta({ description: 'The page of the manufacturer with the price' }),
    note: z.string().nullable(),
  })
  .meta({ id: 'MsrpEntry' });

export const msrpListSchema = z
  .object({
    product_id: z.uuid(),
    items: z.array(msrpEntrySchema).meta({ description: 'Newest first; empty for an unknown product' }),
    disclaimer: z.string().meta({ example: MSRP_DISCLAIMER }),
  })
  .meta({ id: 'MsrpList' });

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A submitted or written price; 0 may be stored and is never shown. */
export const newMsrpSchema = z
  .strictObject({
    amount: z
      .number()
      .min(0)
      .max(1_000_000_000)
      .meta({ description: 'A price of 0 is kept, and no answer shows it', example: 3.99 }),
    currency: z
      .string()
      .refine((code) => CURRENCIES.has(code), 'is not a currency of ISO 4217')
      .meta({ pattern: '^[A-Z]{3}$', example: 'EUR' }),
    region: z
      .string()
      .refine(
        (code) => isCountryCode(code) || code === 'EU' || code === 'GLOBAL',
        'must be a country of ISO 3166-1 (two letters), EU or GLOBAL',
      )
      .default('GLOBAL')
      .meta({ pattern: '^([A-Z]{2}|GLOBAL)$', example: 'FR' }),
    effective_date: z.iso
      .date()
      .refine((date) => date >= '1900-01-01' && date < '2200-01-01', 'must be from 1900 to 2199')
      .nullable()
      .optional(),
    source_url: webAddress().nullable().optional(),
    note: plainText(1_000).nullable().optional(),
  })
  .refine(({ amount, currency }) => hasSmallUnits(amount, currency), {
    path: ['amount'],
    message: 'has more decimals than the currency',
  })
  .meta({ id: 'NewMsrp' });

/** Returns whether the amount has at most two decimals, or three where the currency has three. */
function hasSmallUnits(amount: number, currency: string): boolean {
  if (!CURRENCIES.has(currency)) return true;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return amount === Number(amount.toFixed(Math.max(2, maximumFractionDigits)));
}

export type NewMsrp = z.output<typeof newMsrpSchema>;
export type MsrpEntry = z.output<typeof msrpEntrySchema>;
