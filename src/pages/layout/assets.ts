import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { RELEASE } from '../../platform/release.ts';

const OWN_FOLDER = path.join(RELEASE, 'src/pages/assets');

/** The style sheets of every page, sent as one file, because each further file delays the first paint. */
export const COMMON_STYLES = 'common.css';
const JOINED = {
  [`/${COMMON_STYLES}`]: ['tokens.css', 'pages.css', 'cards.css', 'catalogue.css', 'suggest.css'],
};

interface Assets {
  /** Folders, with the files that are served of each. */
  folders: { folder: string; names: RegExp; joined?: typeof JOINED }[];
  /**
   * The path under which they are served. It differs between releases, so that browsers may cache the files for ever.
   */
  path: string;
  /** @throws Error for an unknown name */
  addressOf: (name: string) => string;
}

/** Loads the styles and scripts of the pages: the files of `assets/`, and the barcode reader. */
export function loadAssets(): Assets {
  const own = { folder: OWN_FOLDER, files: readdirSync(OWN_FOLDER) };
  const parts = [own, ...findBarcodeReader()];
  const hash = createHash('sha256').update(JSON.stringify(JOINED));
  for (const { folder, files } of parts)
    for (const name of files.toSorted()) hash.update(name).update(readFileSync(`${folder}/${name}`));
  const address = `/assets/${hash.digest('hex').slice(0, 16)}`;
  return {
    folders: [
      { folder: OWN_FOLDER, names: new RegExp(`^/${COMMON_STYLES}$`), joined: JOINED },
      ...parts.map(({ folder, files }) => ({ folder, names: new RegExp(`^/(${files.join('|')})$`) })),
    ],
    path: address,
    addressOf(name) {
      if (name !== COMMON_STYLES && !own.files.includes(name)) throw new Error(`there is no asset ${name}`);
      return `${address}/${name}`;
    },
  };
}

/** Returns the scripts and WebAssembly of `barcode-detector`, in matching versions. */
function findBarcodeReader(): { folder: string; files: string[] }[] {
  const script = createRequire(import.meta.url).resolve('barcode-detector/ponyfill');
  const wasm = createRequire(script).resolve('zxing-wasm/reader/zxing_reader.wasm');
  return [
    // `require` resolves to a folder next to the one with the browser's modules.
    { folder: path.join(path.dirname(script), '../es'), files: ['ponyfill.js', 'zxing-exported.js'] },
    { folder: path.dirname(wasm), files: [path.basename(wasm)] },
  ];
}
