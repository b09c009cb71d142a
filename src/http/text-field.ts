import { z } from 'zod';

/** What cannot be stored, or would show a name as something else: control characters, lone surrogates, overrides. */
const UNWANTED = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF]/u;

/** One line of text in a body: runs of white space become one blank, and something must be left. */
export const textField = (most: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll(/\s+/g, ' ').trim())
    .min(1, 'must not be empty')
    .max(most, `must be at most ${most} characters`)
    .refine((text) => !UNWANTED.test(text), 'must not hold control characters');

/** An address people can open; nothing here ever fetches it. */
export const webAddressField = z
  .url({ protocol: /^https?$/, hostname: z.regexes.domain, error: 'must be an http or https address' })
  .max(500, 'must be at most 500 characters')
  .refine((text) => !UNWANTED.test(text), 'must not hold control characters');
