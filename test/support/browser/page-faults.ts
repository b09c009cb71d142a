import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Passes are not gathered. */
const RUN = "axe.run({ resultTypes: ['violations'] }).then((result) => result.violations)";
const faults = z.array(
  z.object({ id: z.string(), impact: z.string().nullable(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** Colours during a transition are not checked: waits for animations that end. */
const AT_REST =
  'Promise.allSettled(document.getAnimations().filter((it) => it.effect.getComputedTiming().endTime < Infinity).map((it) => it.finished)).then(() => undefined)';

/** Returns the findings of axe on a page at rest. */
export async function listFaults(page: Page, impacts?: readonly string[]): Promise<string[]> {
  // As text and not as a script of the page, which its policy would refuse.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axeSource);
  await page.evaluate(AT_REST);
  const violations = faults.parse(await page.evaluate(RUN));
  return violations
    .filter(({ impact }) => impacts === undefined || impacts.includes(impact ?? ''))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Findings that keep people from using the page. */
export function listSeriousFaults(page: Page): Promise<string[]> {
  return listFaults(page, ['serious', 'critical']);
}
