import { z } from 'zod';

/**
 * An object with fields of any name and type. Described by hand, like its nullable form, because the generator writes
 * `nullable` without a type, which OpenAPI 3.0.3 forbids.
 */
export const freeForm = z
  .record(z.string(), z.unknown())
  .meta({ type: 'object', additionalProperties: true });

export const freeFormOrNull = freeForm
  .nullable()
  .meta({ type: 'object', nullable: true, additionalProperties: true });

/** A required value of any type. The generator would treat `unknown` as optional. */
export const anyValue = z.unknown().refine((value): boolean => value !== undefined);
