import { z } from 'zod';

/**
 * An object with fields of any name and type. Described by hand, as is its form that may be null: for unknown values the
 * generator writes `nullable` without a type, which OpenAPI 3.0.3 does not allow.
 */
export const freeForm = z
  .record(z.string(), z.unknown())
  .meta({ type: 'object', additionalProperties: true });

export const freeFormOrNull = freeForm
  .nullable()
  .meta({ type: 'object', nullable: true, additionalProperties: true });

/** A value of any type that is always there: the generator would take it for optional. */
export const anyValue = z.unknown().refine((value): boolean => value !== undefined);
