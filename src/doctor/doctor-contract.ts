import { z } from 'zod';

export const findingSchema = z
  .object({
    check: z.string().meta({ description: 'What was looked at', example: 'backups' }),
    is_wrong: z.boolean(),
    says: z.string().meta({ description: 'What was found' }),
    remedy: z.string().nullable().meta({ description: 'The command or setting that mends it' }),
  })
  .meta({ id: 'Finding' });

export const findingListSchema = z.object({ items: z.array(findingSchema) }).meta({ id: 'FindingList' });

export type Finding = z.output<typeof findingSchema>;

export const fine = (check: string, says: string): Finding => ({
  check,
  is_wrong: false,
  says,
  remedy: null,
});
export const wrong = (check: string, says: string, remedy: string): Finding => ({
  check,
  is_wrong: true,
  says,
  remedy,
});
