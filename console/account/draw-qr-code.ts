import { drawingSVG, qrcode, type RenderOptions } from 'bwip-js/browser';

/** A text as a QR code in SVG, dark on white so that any camera reads it. Nothing leaves the browser. */
export function drawQrCode(text: string): string {
  // Four modules of two: the quiet zone that scanners want.
  const options = { text, scale: 1, eclevel: 'M', padding: 8, backgroundcolor: 'ffffff' };
  return qrcode(options as unknown as RenderOptions, drawingSVG());
}
