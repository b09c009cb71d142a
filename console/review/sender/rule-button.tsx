import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Suspense } from 'react';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { RULE_FACTS } from '../../../src/review/rules/rule-parts-contract.ts';
import { loadPart } from '../../load-file.ts';

const RuleForm = loadPart(async () => (await import('../../rules/rule-form.tsx')).RuleForm);

/** Starts a rule from the sender and facts of a submission. */
export function RuleButton({ submission }: { submission: SubmissionDetail }) {
  const { account, comparison, target } = submission;
  if (!account) return null;
  const facts = [...new Set(comparison.map(({ field }) => field))].filter((fact) =>
    RULE_FACTS.includes(fact),
  );
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() =>
        modals.open({
          title: 'New rule',
          size: 'lg',
          children: (
            <Suspense>
              <RuleForm
                start={{
                  account_id: account.id,
                  standing: target ? 'correction' : 'new',
                  ...(facts.length > 0 ? { only_facts: facts } : {}),
                }}
                startEmail={account.email}
              />
            </Suspense>
          ),
        })
      }
    >
      Rule…
    </Button>
  );
}
