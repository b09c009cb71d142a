export interface Shape {
  /**
   * SVG in a square of 200 units. `{body}`, `{dark}`, `{accent}`, `{label}` and `{filling}` stand for colours, `{shade}` for a
   * gradient that makes a flat shape round.
   */
  art: string;
  /** Where the words stand: the middle and the foot of the first line, the width, and how many follow the brand (2 unless given). */
  words: { x: number; y: number; width: number; lines?: number; isOnBody?: true };
  /** How far down it reaches; 172 unless given. */
  foot?: number;
}

export const label = (x: number, y: number, width: number, height: number) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" fill="{label}"/>` +
  `<rect x="${x}" y="${y + height - 9}" width="${width}" height="9" fill="{accent}"/>`;
export const shaded = (path: string, fill: string) =>
  `<path d="${path}" fill="${fill}"/><path d="${path}" fill="{shade}"/>`;
export const rect = (x: number, y: number, width: number, height: number, radius: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
export const shadedRect = (
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  fill: string,
) => rect(x, y, width, height, radius, fill) + rect(x, y, width, height, radius, '{shade}');
export const circle = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
export const line = (path: string, stroke: string, width: number) =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

export const SCREEN = '#1b2230';
export const screen = (x: number, y: number, width: number, height: number) =>
  rect(x, y, width, height, 4, SCREEN) +
  `<path d="M${x} ${y + height}V${y + height * 0.62}Q${x + width * 0.3} ${y + height * 0.4} ${x + width * 0.55} ${y + height * 0.66}T${x + width} ${y + height * 0.5}V${y + height}z" fill="{accent}" opacity=".75"/>`;

/** What a demo product is drawn as. */
