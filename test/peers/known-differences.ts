import type { ScanRead } from './compare-scans.ts';
import type { MadeScan } from './make-scans.ts';

const SECOND_DATE = 'biip takes the second date of 7007 for a time';
/** One that begins no identifier of two to four digits. */
const OTHER_BRACKET = /\((?![0-9]{2,4}\))/;

/** Why ours differs from biip 5.2.0, and is right; undefined: nobody has said. */
export function findKnownDifference(scan: MadeScan, ours: ScanRead, biip: ScanRead): string | undefined {
  if (scan.kind === 'digits') {
    return scan.text.startsWith('1')
      ? 'biip expands UPC-E of number system 1, which is refused here'
      : undefined;
  }
  if (scan.kind === 'bracketed' && OTHER_BRACKET.test(scan.text.replaceAll(/\s/g, ''))) {
    return 'biip ends a value in brackets at any bracket, and takes any digits in brackets for an identifier';
  }
  if (scan.kind === 'bracketed' && ours.elements && biip.refused?.includes('GS1 AI (01)')) {
    return 'biip takes no GTIN of 13 digits behind (01), which many write';
  }
  if (scan.kind === 'link') {
    const reason = explainLink(scan.text, ours, biip);
    if (reason !== undefined) return reason;
  }
  if (ours.elements?.['7007']?.includes('/') && biip.refused !== undefined) return SECOND_DATE;
  if (ours.elements && biip.elements) return explainValues(ours.elements, biip.elements);
  if (ours.refused !== undefined && biip.elements) return explainLeniency(scan, ours.refused, biip);
  return undefined;
}

function explainLink(text: string, ours: ScanRead, biip: ScanRead): string | undefined {
  if (ours.refused !== undefined && !/^https?:\/\/[^/]/.test(text))
    return 'biip takes an address without a host';
  if (biip.elements?.['01']?.startsWith('000') && /^bad_(length|link)/.test(ours.refused ?? '')) {
    return 'biip fills up a GTIN of any length, an empty one too';
  }
  if (ours.elements && biip.refused !== undefined && /\/01\/(.*\/)?01\//.test(text)) {
    return 'biip takes the first folder that looks like a key for it';
  }
  if (ours.refused?.includes('percent sign'))
    return 'biip takes a percent sign that begins no escaped character';
  if (ours.refused !== undefined && text.includes('\u001D'))
    return 'biip passes over a separator in an address';
  if (biip.refused?.includes('even number of path segments') && /\/(\?|#|$)/.test(text)) {
    return 'biip takes no slash at the end of a path';
  }
  return undefined;
}

/** Elements that both have and show differently: each has to have its reason. */
function explainValues(ours: Record<string, string>, biip: Record<string, string>): string | undefined {
  const names = new Set([...Object.keys(ours), ...Object.keys(biip)]);
  const different = [...names].filter((ai) => ours[ai] !== biip[ai]);
  const reasons = different.map((ai) => {
    if (ours[ai] === undefined || biip[ai] === undefined) return undefined;
    if (/^39[0-3]/.test(ai))
      return 'biip sets the point from the wrong end where an amount has more decimals than digits';
    if (ai.startsWith('395')) return 'biip sets no point in prices per unit (395n)';
    if (ai === '7007' && ours[ai].includes('/')) return SECOND_DATE;
    if (ai === '7250' || ai === '7251') return 'biip does not read dates of birth (7250, 7251)';
    return undefined;
  });
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}

function explainLeniency({ kind, text }: MadeScan, refused: string, biip: ScanRead): string | undefined {
  if (biip.repeated && refused.startsWith('repeated_element'))
    return 'biip takes an element twice with different values';
  if (
    kind === 'bracketed' &&
    text.replaceAll('\u001D', '').replaceAll(/\s+/g, '') !== (text.match(/\([0-9]+\)[^(]+/g) ?? []).join('')
  ) {
    return 'biip passes over what is no element in brackets';
  }
  if (/element 725[01] /.test(refused)) return 'biip does not read dates of birth (7250, 7251)';
  const [, ai] = /The value of element ([0-9]+)/.exec(refused) ?? [];
  // Without the point that an amount gets: it is not in the text.
  const value =
    ai === undefined ? undefined : biip.elements?.[ai]?.replace(ai.startsWith('39') ? '.' : '', '');
  if (kind === 'elements' && value !== undefined) {
    const written = text.slice(text.indexOf(`${ai}${value}`) + `${ai}${value}`.length);
    if (written !== '' && !written.startsWith('\u001D')) {
      return 'biip cuts a value without a separator at its longest, or where another character begins, and reads on';
    }
    if (value === '') return 'biip takes an element without a value';
  }
  return undefined;
}
