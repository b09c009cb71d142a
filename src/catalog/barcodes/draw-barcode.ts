import { drawingSVG, ean13, ean8, itf14, upca, type RenderOptions } from 'bwip-js/browser';

const SYMBOLS = { 8: ean8, 12: upca, 13: ean13, 14: itf14 } as const;

/** The symbol of a GTIN as an SVG, dark on white so that it can be scanned; undefined for other texts. */
export function drawBarcode(gtin: string): string | undefined {
  const draw = SYMBOLS[gtin.length as keyof typeof SYMBOLS];
  if (!draw || !/^\d+$/.test(gtin)) return undefined;
  const options = {
    text: gtin,
    scale: 1,
    height: 12,
    paddingwidth: 11,
    paddingheight: 2,
    backgroundcolor: 'ffffff',
  };
  try {
    return draw(options as RenderOptions, drawingSVG());
  } catch {
    // Its check digit is wrong: no scanner would read the symbol.
    return undefined;
  }
}
