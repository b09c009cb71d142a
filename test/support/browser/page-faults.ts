import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What is in order is not gathered: nobody reads it. */
const RUN = "axe.run({ resultTypes: ['violations'] }).then((result) => result.violations)";
const faults = z.array(
  z.object({ id: z.string(), impact: z.string().nullable(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** A colour on its way to another is nobody's choice: what ends is waited for, what turns for ever is not. */
const AT_REST =
  'Promise.allSettled(document.getAnimations().filter((it) => it.effect.getComputedTiming().endTime < Infinity).map((it) => it.finished)).then(() => undefined)';

/** What axe finds on a page at rest. */
export async function listFaults(page: Page, impacts?: readonly string[]): Promise<string[]> {
  // As text and not as a script of the page, which its policy would refuse.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axeSource);
  await page.evaluate(AT_REST);
  const violations = faults.parse(await page.evaluate(RUN));
  return violations
    .filter(({ impact }) => impacts === undefined || impacts.includes(impact ?? ''))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** What keeps people from using it. */
export function listSeriousFaults(page: Page): Promise<string[]> {
  return listFaults(page, ['serious', 'critical']);
}
