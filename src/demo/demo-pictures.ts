import { DEMO_PICTURES } from '../catalog/pictures/picture-address.ts';
import type { StoredPicture } from '../facts/registry/fact-list.ts';
import { foldText } from '../platform/text/fold-text.ts';
import { listDemoItems, type DemoItem } from './demo-items.ts';
import { drawProduct } from './draw-product.ts';

/** Returns the picture of a demo product by its name, with the address of its drawing. */
export function buildDemoPicture(name: string): StoredPicture {
  const url = `${DEMO_PICTURES}${slugOf(name)}.svg`;
  return { role: 'front', lang: 'en', url, width: 400, height: 400 };
}

/** Returns a function that draws a demo product by the file name of its picture. */
export function createDemoDrawings(): (file: string) => string | undefined {
  const items = new Map<string, DemoItem>();
  return (file) => {
    if (items.size === 0) for (const item of listDemoItems()) items.set(`${slugOf(item.name)}.svg`, item);
    const item = items.get(file);
    if (!item) return undefined;
    const [name = ''] = item.name.split(', ');
    return drawProduct({ shape: shapeOf(item), brand: item.line.brand, name });
  };
}

/** The words of a further size may name another kind of pack: `3 l can`. */
const SHAPES_BY_WORD: Record<string, string> = {
  can: 'canister',
  'squeezy bottle': 'squeeze_bottle',
  'small bottle': 'bottle',
  tub: 'tub',
  bucket: 'tub',
  refill: 'pouch',
  'refill pouch': 'pouch',
  sack: 'paper_bag',
  caddy: 'tin',
  'six-pack': 'small_box',
  'four-pack': 'small_box',
  'five-pack': 'small_box',
};

const shapeOf = ({ line, size }: DemoItem) => SHAPES_BY_WORD[size?.words ?? ''] ?? line.drawing;

/** Returns a name for URLs: `Tumbrel Mills` → `tumbrel-mills`. */
export function slugOf(name: string): string {
  return foldText(name).replaceAll(/[^a-z0-9]+/g, '-');
}
