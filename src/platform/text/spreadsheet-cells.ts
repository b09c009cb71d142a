/**
 * Where a cell may begin inside a text: spreadsheets of other countries separate cells by semicolons or tabs, and then
 * take no notice of quotation marks around commas.
 */
const CELL_BEGINS = String.raw`([;|\t\r\n]["\s]*)`;
const FORMULA_BEGINS = String.raw`(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])`;
const FORMULAS = new RegExp(CELL_BEGINS + FORMULA_BEGINS, 'g');
const SHOWN_FORMULAS = new RegExp(`${CELL_BEGINS}'${FORMULA_BEGINS}`, 'g');

/** Puts an apostrophe before whatever a spreadsheet could take for a formula inside a text: `Milk;'=1+1`. */
export const guardCells = (text: string): string => text.replaceAll(FORMULAS, "$1'");

/** Takes those apostrophes away again. */
export const readGuardedCells = (text: string): string => text.replaceAll(SHOWN_FORMULAS, '$1');
