/** Rules that suggest decisions to operators, or make them. */
import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant, reference } from './column-types.ts';
import { operators } from './operators.ts';

/** A suggestion for submissions that meet all conditions. */
export const reviewRules = pgTable(
  'review_rules',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** `ruleConditionsSchema` */
    conditions: jsonb().notNull(),
    suggestion: text({ enum: ['approve', 'ask', 'reject'] }).notNull(),
    /** The reason that contributors of rejected submissions read. */
    reason: text(),
    /** Decides in the name of the admin who switched it on. */
    isAutomatic: boolean().notNull().default(false),
    switchedOnBy: uuid(),
    switchedOnAt: instant(),
    /** Maximum of automatic decisions per hour. Further submissions are left to operators. */
    hourlyCap: integer().notNull().default(50),
    /** How often it agreed with operators' newest decisions (`RuleRecord`). */
    record: jsonb(),
    madeBy: uuid(),
    version: integer().notNull().default(1),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    reference('review_rules_switched_on_by_fkey', t.switchedOnBy, operators.id).onDelete('set null'),
    reference('review_rules_made_by_fkey', t.madeBy, operators.id).onDelete('set null'),
    unique('review_rules_name_key').on(t.name),
    check('review_rules_suggestion_known', sql`${t.suggestion} in ('approve','ask','reject')`),
    check('review_rules_reason_of_rejections', sql`(${t.suggestion} = 'reject') = (${t.reason} is not null)`),
    check('review_rules_asks_by_hand', sql`${t.suggestion} <> 'ask' or not ${t.isAutomatic}`),
    check('review_rules_hourly_cap_range', sql`${t.hourlyCap} between 1 and 1000`),
  ],
);
