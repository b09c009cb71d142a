import type { RejectMatchingResult } from '../../../src/review/decisions/bulk/reject-matching-contract.ts';
import type { OperatorCaller } from './operator-caller.ts';

/** Rejects all that an account has pending, as the console does; how many it were. */
export async function rejectSender(operator: OperatorCaller, accountId: string): Promise<number> {
  const filter = { account_id: accountId };
  const call = async (body: object) => {
    const answer = await operator.post('/submissions/reject-matching', body);
    if (answer.status !== 200) throw new Error(`the rejection was answered ${answer.status}`);
    return answer.body as RejectMatchingResult;
  };
  const { up_to, remaining } = await call({ filter, dry_run: true });
  for (let left = remaining; left > 0;) {
    left = (await call({ filter, up_to, reason: 'This is abuse.' })).remaining;
  }
  return remaining;
}
