/** An answer as both a test in the process of the API and a scenario over HTTP get it. */
export interface RaceAnswer {
  status: number;
  body: unknown;
}

/** Sends requests below /api/admin as one operator. */
export interface RaceCaller<A extends RaceAnswer> {
  post(path: string, body?: object): Promise<A>;
  patch(path: string, body?: object): Promise<A>;
  delete(path: string): Promise<A>;
}

/** Each caller approves and rejects the submission, all at once. */
export async function decideAtOnce<A extends RaceAnswer>(callers: RaceCaller<A>[], id: string): Promise<A[]> {
  return await Promise.all(
    callers.flatMap((caller) => [
      untilServed(() => caller.post(`/submissions/${id}/approve`, {})),
      untilServed(() => caller.post(`/submissions/${id}/reject`, { reason: 'no' })),
    ]),
  );
}

/** Retries 503, as a client would: a busy machine answers 503 rather than late. */
export async function untilServed<A extends RaceAnswer>(send: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
}

/** A GTIN-12 is written with 12, 13 and 14 digits, a GTIN-8 with 8 as well. */
export const SPELLINGS = [
  ['012345678905', '0012345678905', '00012345678905'],
  ['40170725', '000040170725', '0000040170725', '00000040170725'],
];

/** Each product is given the code, in one spelling or another, all at once. */
export async function addAtOnce<A extends RaceAnswer>(
  caller: RaceCaller<A>,
  productIds: string[],
  spellings: string[],
): Promise<A[]> {
  return await Promise.all(
    productIds.map((id, n) =>
      caller.post(`/products/${id}/barcodes`, { gtin: spellings[n % spellings.length] }),
    ),
  );
}

/** Sixty times another of the barcodes is made the primary one, and meanwhile the first, which is it, is removed. */
export async function promoteAtOnce<A extends RaceAnswer>(
  caller: RaceCaller<A>,
  productId: string,
  gtins: string[],
): Promise<A[]> {
  const promote = (n: number) =>
    caller.post(`/products/${productId}/barcodes/${gtins[n % gtins.length]}/primary`);
  return await Promise.all([
    ...Array.from({ length: 30 }, (_, n) => promote(n)),
    caller.delete(`/products/${productId}/barcodes/${gtins[0]}`),
    ...Array.from({ length: 30 }, (_, n) => promote(n)),
  ]);
}

/** Two edits of different fields from the same version; returns the winner first. */
export async function editAtOnce<A extends RaceAnswer>(
  caller: RaceCaller<A>,
  productId: string,
): Promise<A[]> {
  const answers = await Promise.all([
    caller.patch(`/products/${productId}`, { version: 1, name: 'Rolled oats' }),
    caller.patch(`/products/${productId}`, { version: 1, country_of_origin: 'Spain' }),
  ]);
  return answers.toSorted((a, b) => a.status - b.status);
}
