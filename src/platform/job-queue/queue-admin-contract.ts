import { z } from 'zod';
import { pageOf, pagingQuery } from '../http/paging.ts';

/** The only queue. */
export const QUEUE_NAME = 'index-sync';

const queueName = z.literal(QUEUE_NAME, { error: 'is not a queue' }).meta({ example: QUEUE_NAME });
const JOB_STATES = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const;

export const queueSchema = z
  .object({
    name: queueName,
    backend: z.enum(['redis', 'postgres']),
    is_paused: z
      .boolean()
      .meta({ description: 'A paused queue hands out no jobs; the indexer’s sweep goes on every second' }),
    counts: z.object({
      waiting: z.number().int(),
      active: z.number().int(),
      delayed: z.number().int(),
      failed: z.number().int(),
      completed: z.number().int(),
    }),
  })
  .meta({ id: 'Queue' });

export const queueListSchema = z.object({ items: z.array(queueSchema) }).meta({ id: 'QueueList' });

export const jobSchema = z
  .object({
    id: z.string(),
    name: z.string().meta({ example: 'drain' }),
    attempts: z.number().int(),
    error: z.string().nullable().meta({ description: 'The message of the error' }),
    created_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Job' });

export const jobPageSchema = pageOf(jobSchema).meta({ id: 'JobPage' });

export const queueParamsSchema = z.object({
  queue: queueName,
});

export const jobListQuerySchema = z.object({
  ...pagingQuery,
  state: z.enum(JOB_STATES, { error: `must be one of ${JOB_STATES.join(', ')}` }).default('failed'),
});

export const jobParamsSchema = queueParamsSchema.extend({
  id: z.string().max(100, 'is not a job').meta({ example: '42' }),
});

export type QueueState = z.output<typeof queueSchema>;
export type JobEntry = z.output<typeof jobSchema>;
export type JobState = (typeof JOB_STATES)[number];
