import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import { changeRule, createRule, noSuchRule, removeRule, switchRule } from './change-rules.ts';
import { judgeRules } from './judge-rules.ts';
import {
  draftRuleSchema,
  judgedRuleSchema,
  newRuleSchema,
  ruleChangeSchema,
  ruleListSchema,
  ruleParamsSchema,
  ruleSchema,
  ruleSwitchSchema,
  type DraftRule,
  type JudgedRule,
  type ReviewRule,
} from './rule-contract.ts';
import { findRule, listRules } from './rule-store.ts';

const adminRoute = adminRoutesOf({ tag: 'Review' });
const params = ruleParamsSchema;

/** Routes of review rules: reviewers see them, editors write them, admins make them automatic. */
export function ruleRoutes({ db }: { db: Db }) {
  const find = async (id: string): Promise<ReviewRule> => {
    const [rule] = await listRules(db, id);
    if (!rule) throw noSuchRule();
    return rule;
  };
  const judge = async (rule: DraftRule): Promise<JudgedRule> => {
    const [judged] = await judgeRules(db, [rule]);
    if (!judged) throw new Error('a rule was not judged');
    return judged;
  };
  return [
    adminRoute('get', '/review-rules', 'listReviewRules', {
      role: 'reviewer',
      summary: 'Rules that suggest decisions',
      response: ruleListSchema,
      handler: async () => ({ items: await listRules(db) }),
    }),
    adminRoute('post', '/review-rules', 'createReviewRule', {
      role: 'editor',
      summary: 'Add a rule, which suggests and does not decide',
      body: newRuleSchema,
      status: 201,
      response: ruleSchema,
      errors: ['already_exists', 'invalid_state'],
      handler: async ({ body, operator, author }) => find(await createRule(db, author, body, operator.id)),
    }),
    adminRoute('post', '/review-rules/record', 'judgeDraftReviewRule', {
      role: 'editor',
      summary: 'How often a rule would have been right on the newest decisions; nothing is written',
      body: draftRuleSchema,
      response: judgedRuleSchema,
      handler: ({ body }) => judge(body),
    }),
    adminRoute('get', '/review-rules/{id}/record', 'judgeReviewRule', {
      role: 'reviewer',
      summary: 'How often a rule would have been right on the newest decisions',
      params,
      response: judgedRuleSchema,
      errors: ['not_found'],
      handler: async ({ params: { id } }) => {
        const rule = await findRule(db, id);
        if (!rule) throw noSuchRule();
        return await judge(rule);
      },
    }),
    adminRoute('put', '/review-rules/{id}', 'changeReviewRule', {
      role: 'editor',
      summary: 'Replace what a rule says; one that decided by itself only suggests again',
      params,
      body: ruleChangeSchema,
      response: ruleSchema,
      errors: ['not_found', 'version_conflict', 'already_exists'],
      handler: async ({ params: { id }, body, author }) => {
        await changeRule(db, author, id, body);
        return await find(id);
      },
    }),
    adminRoute('post', '/review-rules/{id}/switch', 'switchReviewRule', {
      role: 'admin',
      summary: 'Let a rule decide what comes in from now on, or only suggest again',
      description:
        'Its decisions are made for the admin who switches it on, with the rights of a reviewer, and can be taken back. It ' +
        'stops when two of its last twenty decisions were taken back.',
      params,
      body: ruleSwitchSchema,
      response: ruleSchema,
      errors: ['not_found', 'version_conflict', 'invalid_state'],
      handler: async ({ params: { id }, body, operator, author }) => {
        await switchRule(db, author, id, body, operator.id);
        return await find(id);
      },
    }),
    adminRoute('delete', '/review-rules/{id}', 'deleteReviewRule', {
      role: 'editor',
      summary: 'Delete a rule; what it decided stays',
      params,
      response: z.object({ id: z.uuid() }),
      errors: ['not_found'],
      handler: async ({ params: { id }, author }) => {
        await removeRule(db, author, id);
        return { id };
      },
    }),
  ];
}
