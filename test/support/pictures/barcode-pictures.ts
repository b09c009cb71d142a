import { writeFile } from 'node:fs/promises';
import bwipjs from 'bwip-js/node';

/** A symbol for bwip-js: its kind and its text. */
export interface Symbol {
  bcid: string;
  text: string;
}

const WIDTH = 640;
const HEIGHT = 480;
const BLACK = 16;
const WHITE = 235;
const GREY = 128;
/** A camera never stands still: some programs wait for a second frame. */
const FRAMES = 4;

/** A picture of a symbol, as PNG. */
export async function drawSymbol({ bcid, text }: Symbol): Promise<Buffer> {
  return await bwipjs.toBuffer({ bcid, text, scale: 4, padding: 12, backgroundcolor: 'ffffff' });
}

/** A film of a symbol that is held in front of a camera, as Chromium's fake camera takes it. */
export async function filmSymbol(file: string, symbol: Symbol): Promise<void> {
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE);
  const [drawn] = bwipjs.raw({ bcid: symbol.bcid, text: symbol.text });
  if (!drawn) throw new Error(`nothing was drawn for ${symbol.text}`);
  const modules = 'pixs' in drawn ? readMatrix(drawn) : readBars(drawn);
  const width = modules[0]?.length ?? 0;
  const size = Math.floor(Math.min((WIDTH * 0.8) / width, (HEIGHT * 0.8) / modules.length));
  const left = Math.floor((WIDTH - width * size) / 2);
  const top = Math.floor((HEIGHT - modules.length * size) / 2);
  for (const [row, line] of modules.entries())
    for (const [column, isBlack] of line.entries())
      if (isBlack)
        for (let y = top + row * size; y < top + (row + 1) * size; y += 1)
          luma.fill(BLACK, y * WIDTH + left + column * size, y * WIDTH + left + (column + 1) * size);
  const frame = [Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)];
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(file, Buffer.concat([header, ...Array.from({ length: FRAMES }, () => frame).flat()]));
}

function readMatrix({ pixs, pixx }: { pixs: number[]; pixx: number }): boolean[][] {
  return Array.from({ length: pixs.length / pixx }, (_, row) =>
    pixs.slice(row * pixx, (row + 1) * pixx).map((pixel) => pixel === 1),
  );
}

/** Bars and spaces take turns; one line is as good as another, so all are of one height. */
function readBars({ sbs }: { sbs: number[] }): boolean[][] {
  const line = sbs.flatMap((width, at) => Array.from({ length: width }, () => at % 2 === 0));
  return Array.from({ length: Math.ceil(line.length / 3) }, () => line);
}
