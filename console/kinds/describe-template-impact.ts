import type { ChangedTemplate } from '../../src/catalog/kinds/kind-contract.ts';
import { countOf } from '../parts/text/number-format.ts';

/** Describes in sentences what saving a template does. */
export function describeTemplateImpact(impact: ChangedTemplate['impact']): string[] {
  const lines = [
    ...listKeys('Added', impact.added),
    ...listKeys('Changed', impact.changed),
    ...listKeys('Removed (products keep their values)', impact.removed),
    `${countOf(impact.products, 'product')} ${impact.products === 1 ? 'has' : 'have'} this kind.`,
  ];
  return impact.rescored === 0
    ? [...lines, 'No quality score changes.']
    : [...lines, `The quality of ${countOf(impact.rescored, 'product')} is recomputed in the background.`];
}

function listKeys(what: string, keys: string[]): string[] {
  return keys.length === 0 ? [] : [`${what}: ${keys.join(', ')}.`];
}
