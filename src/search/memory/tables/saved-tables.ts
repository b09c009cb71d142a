export type Numbers =
  | Int16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** All that a table is made of, in the tables' own arrays: good until the table changes. */
export interface Saved {
  [name: string]: Numbers | Saved | number | number[] | number[][];
}
