import { foldLetters } from '../../platform/text/fold-text.ts';

/** What is written in a list where nothing is to be named, folded. Finnish `ei` is missing: in German it is an egg. */
const NONE = new Set(
  (
    'none, no, nothing, nil, null, n a, na, not applicable, none stated, none declared, none known, no allergens, ' +
    'no known allergens, contains no allergens, allergen free, keine, kein, keins, keines, nichts, entfallt, ' +
    'keine allergene, keine bekannt, keine angabe, keine angaben, aucun, aucune, neant, rien, non, sans, sans objet, ' +
    'aucun allergene, aucun connu, sans allergene, sans allergenes, non applicable, ninguno, ninguna, ningun, nada, sin, ' +
    'ningun alergeno, sin alergenos, no contiene alergenos, no aplica, nessuno, nessuna, nessun allergene, niente, ' +
    'senza allergeni, geen, geen allergenen, niet van toepassing, nvt, n v t, nenhum, nenhuma, sem alergenos, nao, ' +
    'inga, ingen, inget, inga allergener, ingen allergener, intet, ei ole, ei allergeeneja, brak, brak alergenow, nie, ' +
    'zadne, zadny, bez alergenu, nincs, niciunul, nici unul, fara alergeni, nema, nijedan, puudub, nera, nav, yok, ' +
    'нет, отсутствуют, без аллергенов, немає, няма, κανενα, δεν υπαρχουν'
  ).split(', '),
);

/** Returns whether an item of a list says that it names nothing: `none`, `keine`, `-`. It states no absence either. */
export function saysNone(item: string): boolean {
  const words = foldLetters(item)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words === '' || words === '0' || NONE.has(words);
}
