import { createHash } from 'node:crypto';
import type { ReviewBench } from './start-review-bench.ts';

const GIVE_UP_MS = 120_000;

/** A word, made of a number, that no other name has or resembles. */
export function wordOf(index: number): string {
  const bytes = createHash('sha256').update(String(index)).digest().subarray(0, 9);
  return Array.from(bytes, (byte) => String.fromCharCode(97 + (byte % 26))).join('');
}

/** Until a search answers with the product of this name. */
export async function waitUntilFound({ origin, key }: ReviewBench, name: string): Promise<void> {
  const until = performance.now() + GIVE_UP_MS;
  for (;;) {
    const response = await fetch(`${origin}/api/v1/products/search?size=5&q=${encodeURIComponent(name)}`, {
      headers: { 'X-API-Key': key },
    });
    if (response.ok) {
      const { items } = (await response.json()) as { items: { name: string }[] };
      if (items.some((item) => item.name === name)) return;
    }
    if (performance.now() > until) throw new Error(`${name} was not found: ${response.status}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** Approves or rejects a submission as the given operator. */
export async function decide(
  { origin, operators }: ReviewBench,
  operator: number,
  id: string,
  action: 'approve' | 'reject',
  body: object,
): Promise<{ status: number }> {
  const response = await fetch(`${origin}/api/admin/submissions/${id}/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...operators[operator] },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return { status: response.status };
}
