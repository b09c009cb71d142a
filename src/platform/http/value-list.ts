import { z } from 'zod';

/** Maximum values of one parameter. */
const MOST_VALUES = 100;
/** Maximum characters of a value. No code, slug or field name is longer. */
const LONGEST_VALUE = 200;

/**
 * A query parameter with several values separated by commas. Duplicates and surrounding blanks are removed. `known`
 * restricts the values. `details.value` of the error is the first refused value.
 */
export const valueList = <V extends string>(known?: readonly V[]) =>
  z
    .string()
    .superRefine((text, context) => {
      const values = split(text);
      const refuse = (message: string, value?: string) =>
        context.addIssue({ code: 'custom', message, ...(value === undefined ? {} : { params: { value } }) });
      if (values.length > MOST_VALUES) return refuse(`may have at most ${MOST_VALUES} values`);
      if (values.includes('')) return refuse('may not have an empty value', '');
      if (values.some((value) => value.length > LONGEST_VALUE))
        return refuse(`may not have a value of more than ${LONGEST_VALUE} characters`);
      if (/\p{Cc}/u.test(text)) return refuse('must not hold control characters');
      const isKnown = (value: string) => known?.some((one) => one === value) ?? true;
      const unknown = values.find((value) => !isKnown(value));
      if (unknown !== undefined) refuse(`has no value ${unknown}: it takes ${known?.join(', ')}`, unknown);
    })
    .transform((text) => [...new Set(split(text))] as V[])
    .meta({
      type: 'string',
      maxLength: MOST_VALUES * (LONGEST_VALUE + 1),
      pattern: known ? `^(${known.join('|')})(,(${known.join('|')}))*$` : SOME_VALUES,
    });

/** Each value has a character that is no blank. */
const VALUE = String.raw`[^\u0000-\u001f\u007f-\u009f,]*[^\u0000-\u001f\u007f-\u009f,\s][^\u0000-\u001f\u007f-\u009f,]*`;
const SOME_VALUES = `^${VALUE}(,${VALUE})*$`;

const split = (text: string) => text.split(',').map((value) => value.trim());

/** Patterns that describe the rules for texts in OpenAPI. */
export const NO_NUL = String.raw`^[^\u0000]*$`;
export const NO_CONTROL_BUT_BLANKS = String.raw`^[^\u0000-\u0008\u000e-\u001f\u007f-\u009f]*$`;
export const NO_CONTROL_CHARACTERS = String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`;
