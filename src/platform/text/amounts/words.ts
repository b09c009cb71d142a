import { findUnit } from './units.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words that change no amount: the name of the field, articles, and `about`. */
const FILLERS = setOf(`
  net nett netto nette neto weight wt poids peso gewicht nettogewicht vikt content contents contenu contenido contenuto
  inhalt nettoinhalt füllmenge nettofüllmenge volume masse масса нетто нето вес
  size quantity amount total menge gesamt quantité cantidad quantità totale
  about approx approximately ca circa env environ etwa zirka ungefähr aprox
  the le la les l der die das los las il lo gli`);
/** They say that the amount is of one thing. */
const EACH = setOf(
  'each ea apiece je jeweils chacun chacune cadauno ciascuno ciascuna cada cad каждый каждая',
);
/** Between a count and the amount of one: `6 cans of 330 ml`. Some of them mean `to` between two numbers. */
const OF = setOf('of de di da van von av af po по à á a zu');
/** `15 g per biscuit`; the oblique of `15 g/biscuit` is one too. */
const PER = setOf('per pro par por pr / на');
/** What an amount per serving is for. */
const SERVINGS = setOf(
  'serving servings portion portions portie porción porciones porzione porzioni porção porções porce porcja порция порцию dose doses ration',
);
/** Packs and single doses: an amount beside several of them may be of one or of all. */
const CONTAINERS = setOf(`
  can cans bottle bottles bag bags box boxes pack packs package packages packet packets pouch pouches jar jars tub tubs
  pot pots carton cartons tin tins tray trays sachet sachets stick sticks tube tubes container containers pak paks pk
  bar bars multipack case cases roll rolls capsule capsules pod pods ampoule ampoules vial vials
  bouteille bouteilles boîte boîtes boite boites canette canettes brique briques briquette briquettes paquet paquets
  barquette barquettes sac sacs étui étuis lot lots dosette dosettes gourde gourdes bocal bocaux flacon flacons
  dose dosen flasche flaschen beutel packung packungen päckchen becher glas gläser karton tüte tüten schachtel tafel
  tafeln riegel er
  lata latas botella botellas bolsa bolsas caja cajas paquete paquetes sobre sobres tarro tarros bote botes brik briks
  lattina lattine bottiglia bottiglie bustina bustine scatola scatole confezione confezioni vasetto vasetti barattolo
  blik blikken fles flessen zak zakken zakje zakjes doos pakje pakjes puszka puszki butelka butelki
  flaska flaskor burk burkar påse påsar flaske flasker dåse dåser boks bokse
  банка банки банок бутылка бутылки бутылок пакет пакета пакетов пачка пачки упаковка упаковки`);
/** Parts of a pack and household measures: an amount beside several of them is of all. */
const PARTS = setOf(`
  slice slices piece pieces cookie cookies biscuit biscuits cracker crackers chip chips cup cups tbsp tbsps tablespoon
  tablespoons tsp tsps teaspoon teaspoons glass glasses bowl bowls scoop scoops square squares
  tranche tranches carré carrés verre verres cuillère cuillères
  scheibe scheiben keks kekse el tl esslöffel teelöffel löffel
  galleta galletas rebanada rebanadas vaso vasos taza tazas cucharada cucharadas
  fetta fette biscotto biscotti bicchiere tazza cucchiaio cucchiai cucchiaino
  plak plakken sneetje sneetjes koekje koekjes eetlepel theelepel skiva skivor`);
/** Ranges, limits and additions. */
const DOUBTS = setOf(`
  to or ou oder bis o y e and und et og och en i и или до tot till til between from up ab dès jusqu
  min max minimum maximum mind mindestens less more than moins plus under over unter über least`);

export const isFiller = (word: string) => FILLERS.has(word);
export const isEach = (word: string) => EACH.has(word);
export const isOf = (word: string) => OF.has(word);
export const isPer = (word: string) => PER.has(word);
export const isServing = (word: string) => SERVINGS.has(word);
export const isContainer = (word: string) => CONTAINERS.has(word);
export const isPart = (word: string) => PARTS.has(word) || isPieces(word);
export const isPieces = (word: string) => findUnit(word)?.system === 'count';
export const isDoubt = (word: string) => DOUBTS.has(word);
