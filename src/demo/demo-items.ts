import {
  parseSizes,
  parseVarieties,
  readDemoLines,
  type DemoLine,
  type DemoSize,
  type DemoVariety,
} from './demo-line.ts';

/** One variety of a product line in one size. */
export interface DemoItem {
  line: DemoLine;
  variety: DemoVariety;
  varietyNumber: number;
  /** Undefined if it is sold by the piece. */
  size: DemoSize | undefined;
  firstSize: DemoSize | undefined;
  name: string;
}

/**
 * Lists every item of the demo catalogue in order.
 * @throws when a table cannot be read
 */
export function* listDemoItems(): Generator<DemoItem> {
  for (const line of readDemoLines()) {
    const sizes = line.sizes ? parseSizes(line.sizes) : [undefined];
    for (const [varietyNumber, variety] of parseVarieties(line.varieties).entries()) {
      for (const [sizeNumber, size] of sizes.entries()) {
        if (sizeNumber > 0 && varietyNumber % 2 === 1) continue;
        const words = size?.words ? `, ${size.words}` : '';
        const name = capitalize(line.name.replace('{}', variety.label)) + words;
        yield { line, variety, varietyNumber, size, firstSize: sizes[0], name };
      }
    }
  }
}

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
