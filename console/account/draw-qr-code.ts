import { drawingSVG, qrcode, type RenderOptions } from 'bwip-js/browser';

/** Renders a text as a QR code in SVG, dark on white so that any camera reads it. Runs in the browser alone. */
export function drawQrCode(text: string): string {
  // Padding of four modules, at two units each: the quiet zone that scanners need.
  const options = { text, scale: 1, eclevel: 'M', padding: 8, backgroundcolor: 'ffffff' };
  return qrcode(options as unknown as RenderOptions, drawingSVG());
}
