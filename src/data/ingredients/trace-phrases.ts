/**
 * How labels say that something may be in a product in traces. Patterns of folded words; a blank stands for any blanks,
 * hyphens and apostrophes within a line. A phrase is whole: `may contain`, never `may` or `factory` alone.
 */
interface Phrases {
  /** Traces of what follows. */
  traces: string;
  /** Where it is made, … */
  place?: string;
  /** … and that other things are made there: together they speak of traces of what follows. */
  handling?: string;
  /** The same, but only after a comma. */
  handlingAfterComma?: string;
  /** A heading before traces if a colon follows. */
  heading?: string;
  /** What follows is contained. */
  contains: string;
  /** A heading before the ingredients if a colon follows. */
  ingredients: string;
}

const FOLLOWED_BY_BEST = '(?! only| just| fresh| the| our| local)';

const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    traces:
      '(?:may|might|could)(?: also| possibly| still| accidentally| unintentionally)? contain(?: traces(?: of)?)?|' +
      'traces (?:of|from)|trace (?:amounts?|quantit(?:y|ies)) of|possible traces(?: of)?|cross (?:contamination|contact)|' +
      '(?:shared|same) (?:production |processing |packing |packaging )?' +
      '(?:equipment|facilit(?:y|ies)|lines?|factory|plant|machinery|machines|bakery|kitchen|premises|site)',
    place:
      'facilit(?:y|ies)|factor(?:y|ies)|plants?|bakery|kitchen|site|premises|environment|establishment|workshop|mill|' +
      'area|equipment|machinery|machines?|lines?',
    handling:
      '(?:that|which)(?: may| can| might)?(?: also)? (?:process(?:es|ed)?|handle[sd]?|contains?|manufactur(?:es?|ed)|' +
      `produce[sd]?|packs?|packages?|makes?|stores?|works? with|uses?|used${FOLLOWED_BY_BEST})${FOLLOWED_BY_BEST}|` +
      '(?:that|which) (?:is|are)(?: also)? used (?:for|to|with|in)|(?:also )?(?:processing|handling|packing|packaging)|' +
      'also (?:using|producing|making|manufacturing)|where|(?:in|on) which|(?:also )?used (?:for|to|with)|shared with',
    heading: '(?:possible )?traces?|may be present',
    contains: 'contains',
    ingredients: 'ingredients?|ingredlents?|lngredients?',
  },
  fr: {
    traces:
      '(?:peut|peuvent|pouvant|pourrait|pourraient)(?: egalement| aussi| eventuellement| toutefois| parfois)? ' +
      '(?:contenir|renfermer)(?: des)?(?: traces?(?: eventuelles?| possibles?)?(?: de| du| d)?)?|' +
      'peut presenter des traces|susceptibles? de contenir|traces? (?:eventuelles?|possibles?|fortuites?|potentielles?)|' +
      'traces? d(?:e|es|u)?|(?:eventuelles?|possibles?) traces|' +
      'presences? (?:possible|eventuelle|fortuite|accidentelle|potentielle)s?|(?:possible|eventuelle) presence|' +
      'memes? (?:ligne|atelier|usine|site|equipement|local|lieu)s?|risques? de (?:presence|contamination|traces)|' +
      'contaminations? (?:croisee|possible|eventuelle|fortuite|accidentelle)s?',
    place:
      'ateliers?(?: de (?:production|fabrication|transformation))?|usines?|sites?(?: de production)?|fabriques?|' +
      'etablissements?|lignes?(?: de (?:production|fabrication|conditionnement))?|locaux|environnement|laboratoires?|' +
      'unites? de (?:production|fabrication)|entreprise|equipements?|fournil',
    handling:
      '(?:qui|pouvant)(?: peut)?(?: egalement| aussi)? (?:utilis|manipul|trait|transform|travaill|produi|fabriqu|conten|' +
      'contien|emploi|conditionn|stock|prepar|met en oeuvre)\\p{L}*(?! uniquement| exclusivement| que )|' +
      '(?:utilis|manipul|trait|transform|travaill|produis|fabriqu|conten|employ|conditionn|stock)ant(?: egalement| aussi)?|' +
      'ou (?:sont|est|l on|on|nous)|dans (?:lequel|laquelle)|mettant en oeuvre',
    heading: 'traces?',
    contains: 'contient',
    ingredients: 'ingredients?',
  },
  de: {
    traces:
      '(?:kann|konnen|koennen)(?: \\p{L}+){0,3}? spur(?:en)?(?: enthalten)?(?: von)?|spuren (?:von|anderer)|' +
      '(?:kann|konnen|koennen)(?: auch| moglicherweise| produktionsbedingt| eventuell){0,2} (?:enthalten|beinhalten)(?! sein)|' +
      '(?:mogliche|eventuelle|produktionsbedingte?) spuren(?: von)?|spuren enthalten(?: von)?',
    place:
      'betrieb|werk|fabrik|produktionsstatte|backerei|anlagen?|maschinen|(?:produktions|fertigungs|verpackungs)?linien?|' +
      'unternehmen|herstellungsbetrieb|produktionsbetrieb',
    handling:
      '(?:der|die|das|welche[rs]?|in de[mr]|in denen|auf de[mr]|auf denen|in welche[mr]|wo) (?:auch|ebenfalls)',
    handlingAfterComma: 'der|die|das|welche[rs]?|in de[mr]|in denen|auf de[mr]|auf denen|in welche[mr]|wo',
    heading: '(?:mogliche )?spuren',
    contains: 'enthalt',
    ingredients: 'zutaten?|inhaltsstoffe',
  },
  es: {
    traces:
      '(?:puede|pueden|podria|podrian)(?: tambien)? contener(?: trazas?(?: de)?)?|trazas de|(?:posibles|eventuales) trazas|' +
      'puede presentar trazas|contener trazas|(?:posible|eventual) presencia|misma (?:linea|fabrica|planta)|' +
      'contaminacion cruzada',
    place: 'fabrica|planta|instalacion|instalaciones|linea|establecimiento|obrador|industria|lugar',
    handling:
      '(?:en (?:el|la|las|los) )?que(?: tambien)?(?: se)? (?:utiliz|us|proces|manipul|elabor|trabaj|contien|manej|envas|' +
      'fabric|produc)\\p{L}*|donde(?: tambien)? se',
    heading: 'trazas?',
    contains: 'contiene',
    ingredients: 'ingredientes?',
  },
  it: {
    traces:
      '(?:puo|possono|potrebbe|potrebbero)(?: anche)? contenere(?: tracce(?: di)?)?|tracce d(?:i|ella|el|ello|egli|elle|ei)?|' +
      '(?:possibili|eventuali) tracce|puo presentare tracce|(?:possibile|eventuale) presenza|' +
      'stess[ao] (?:linea|stabilimento|impianto)|contaminazione crociata',
    place: 'stabilimento|stabilimenti|fabbrica|impianto|laboratorio|linea|sito',
    handling:
      '(?:in cui|dove)(?: si)?(?: anche)? (?:utilizz|us|lavor|produc|tratt|manipol|vengono|sono)\\p{L}*|' +
      'che(?: anche)? (?:utilizz|us|lavor|produc|tratt|impieg|manipol|contien)\\p{L}*(?! solo| esclusivamente)',
    heading: 'tracce|traccia',
    contains: 'contiene',
    ingredients: 'ingredient[ei]',
  },
  nl: {
    traces:
      '(?:kan|kunnen)(?: ook| mogelijk| eventueel){0,2} (?:sporen(?: bevatten)?(?: van)?|bevatten)|sporen van|' +
      'mogelijke? sporen(?: van)?|dezelfde (?:productielijn|lijn|fabriek)',
    place: 'fabriek|bedrijf|productielijn|lijn|bakkerij|ruimte|omgeving',
    handling: '(?:waar|waarin|die|dat)(?: tevens)? ook|waar(?:in|op)?',
    heading: '(?:mogelijke )?sporen',
    contains: 'bevat',
    ingredients: 'ingredienten',
  },
  pt: {
    traces:
      '(?:pode|podem)(?: tambem| eventualmente)? conter(?: (?:vestigios|tracos)(?: de)?)?|(?:vestigios|tracos) de|' +
      '(?:possiveis|eventuais) (?:vestigios|tracos)|pode (?:ter|apresentar) (?:vestigios|tracos)|mesma (?:linha|fabrica)',
    place: 'fabrica|unidade|instalacao|instalacoes|linha|local',
    handling:
      '(?:em )?que(?: tambem)?(?: se)? (?:utiliz|us|process|manipul|labor|produz|contem|manuse)\\p{L}*|onde(?: tambem)? (?:se|sao)',
    heading: 'vestigios|tracos',
    contains: 'contem',
    ingredients: 'ingredientes?',
  },
  sv: {
    traces: 'kan(?: aven| ocksa)? innehalla(?: spar(?: av)?)?|spar av',
    place: 'fabrik|anlaggning|bageri|lokal|produktionslinje',
    handling: '(?:som|dar)(?: det)? (?:aven|ocksa)|dar',
    heading: 'spar',
    contains: 'innehaller',
    ingredients: 'ingredienser',
  },
  da: {
    traces: 'kan(?: ogsa)? indeholde(?: spor(?: af)?)?|spor af',
    place: 'fabrik|virksomhed|anlaeg|bageri|produktionslinje',
    handling: '(?:som|der|hvor)(?: der| det)? ogsa|hvor',
    heading: 'spor',
    contains: 'indeholder',
    ingredients: 'ingredienser',
  },
  no: {
    traces: 'kan(?: ogsa)? inneholde(?: spor(?: av)?)?|spor av',
    place: 'fabrikk|anlegg|bakeri|produksjonslinje',
    handling: '(?:som|der|hvor)(?: det)? ogsa|hvor',
    contains: 'inneholder',
    ingredients: 'ingredienser',
  },
  fi: {
    traces: '(?:saattaa|voi)(?: myos)? sisaltaa(?: (?:jaamia|pienia maaria))?',
    place: 'tehtaassa|tuotantolaitoksessa|leipomossa|linjalla',
    handling: '(?:jossa|jolla)',
    contains: 'sisaltaa',
    ingredients: 'ainesosat|ainekset',
  },
  pl: {
    traces: '(?:moze|moga)(?: takze| rowniez| tez)? zawierac(?: (?:slady|sladowe ilosci))?|sladowe ilosci',
    place: 'zakladzie|fabryce|linii',
    handling: '(?:w ktor(?:ym|ej)|na ktorej|ktory|gdzie)(?: rowniez| takze)?',
    contains: 'zawiera',
    ingredients: 'skladniki|sklad',
  },
  cs: {
    traces: '(?:muze|mohou)(?: take)? obsahovat(?: stopy)?|(?:mozne )?stopove mnozstvi',
    place: 'zavode|provozu|lince',
    handling: '(?:kde|ve kterem|na ktere)(?: se)?',
    heading: 'stopy',
    contains: 'obsahuje',
    ingredients: 'slozeni',
  },
  sk: { traces: 'moze(?: tiez)? obsahovat(?: stopy)?', contains: 'obsahuje', ingredients: 'zlozenie' },
  hu: { traces: 'nyomokban', contains: 'tartalmaz', ingredients: 'osszetevok' },
  ro: {
    traces: '(?:poate|pot) contine(?: urme(?: de)?)?|urme de',
    contains: 'contine',
    ingredients: 'ingrediente',
  },
  ru: {
    traces:
      '(?:может|могут)(?: также)? содержать(?: следы)?|возможн[оы] (?:содержание|наличие|присутствие|следы)',
    place: 'предприятии|фабрике|заводе|линии',
    handling: '(?:где|на котор(?:ом|ои))(?: также)?',
    heading: 'следы',
    contains: 'содержит',
    ingredients: 'состав|ингредиенты',
  },
  uk: { traces: '(?:може|можуть) містити(?: сліди)?', contains: 'містить', ingredients: 'склад' },
  bg: { traces: 'може да съдържа(?: следи(?: от)?)?', contains: 'съдържа', ingredients: 'съставки' },
  el: {
    traces: 'μπορει να περιεχει(?: ιχνη)?|ενδεχεται να περιεχει',
    contains: 'περιεχει',
    ingredients: 'συστατικα',
  },
  hr: {
    traces: 'moze sadrzavati(?: tragove)?|moze sadrzati(?: tragove)?',
    contains: 'sadrzi',
    ingredients: 'sastojci',
  },
  tr: { traces: 'eser miktarda', contains: 'icerir', ingredients: 'icindekiler' },
};

const BLANKS = "[ \\t'’_-]+";
const ALL = Object.values(PHRASES);
const joinPatterns = (patterns: readonly (string | undefined)[]) =>
  [...new Set(patterns.filter((pattern) => pattern !== undefined))].join('|');
const beforeWordEnd = (patterns: string) => `(?:${patterns.replaceAll(' ', BLANKS)})(?!\\p{L})`;
const asWords = (patterns: string) => `(?<!\\p{L})${beforeWordEnd(patterns)}`;

const CONTAINS = joinPatterns(ALL.map(({ contains }) => contains));
const INGREDIENTS = joinPatterns(ALL.map(({ ingredients }) => ingredients));

/** These stand before what they speak of, and their verb behind it: `kann Milch enthalten`. */
const AUXILIARIES = 'kann|konnen|koennen|kan|kunnen';
const LAST_VERBS = asWords('enthalten|beinhalten|aufweisen|bevatten|tartalmazhat|icerebilir');
/** These as well end what is made at the same place. */
const VERBS_OF_PLACES = asWords(
  '(?:verarbeitet|verwendet|hergestellt|eingesetzt)(?: werden| wird)?|verwerkt|gebruikt|hanteras|handteras|forarbeides',
);
/** Between the two there is no other verb or heading, bracket, colon or percentage. */
const BETWEEN =
  `(?:(?!${asWords(`${AUXILIARIES}|werden|worden|wirken|zijn|${CONTAINS}|${INGREDIENTS}`)})` +
  `[^.!?…\\n:()[\\]{}%]){1,200}?`;

const PHRASES_OF_TRACES = [
  beforeWordEnd(joinPatterns(ALL.map(({ traces }) => traces))),
  ...ALL.flatMap(({ place, handling, handlingAfterComma }) => [
    ...(place && handling
      ? [`${beforeWordEnd(place)}(?:${BLANKS})?(?:,(?:${BLANKS})?)?${asWords(handling)}`]
      : []),
    ...(place && handlingAfterComma
      ? [`${beforeWordEnd(place)},(?:${BLANKS})?${asWords(handlingAfterComma)}`]
      : []),
  ]),
  `${beforeWordEnd(joinPatterns(ALL.map(({ heading }) => heading)))}[ \\t]*:`,
  `${beforeWordEnd(AUXILIARIES)}(?=${BETWEEN}${LAST_VERBS})`,
];
// One check for the start of a word, not one for each phrase: it runs at every letter of every list of ingredients.
const BEGINS = `(?<!\\p{L})(?:${PHRASES_OF_TRACES.join('|')})`;

/** Finds whether a folded text may speak of traces at all. */
export const TRACE_PHRASE = new RegExp(BEGINS, 'u');

/** Finds in a folded text a phrase about traces or what is contained: the text is more than a list of names. */
export const STATEMENT_PHRASE = new RegExp(`${BEGINS}|${asWords(CONTAINS)}`, 'u');

/** These say as well what is contained, and not that it is all. */
const ALSO_CONTAINS =
  'alergenos|contain|containing|contiennent|contenant|enthalten|contienen|contengono|bevatten|with|mit|avec|con|met|com|med';
/** A folded word before what is contained, and one that is a heading before the ingredients. */
export const BEGINS_CONTAINED = new RegExp(`^(?:${CONTAINS}|${ALSO_CONTAINS})$`, 'u');
export const IS_INGREDIENTS = new RegExp(`^(?:${INGREDIENTS})$`, 'u');

/**
 * Finds in a folded text where a statement of traces begins or may end. `begins`: a phrase that begins one. `ends`: a
 * word or heading from which on the product contains what is named. `verb`: a verb behind what may be there.
 */
export const TRACE_SIGNS = new RegExp(
  `(?<begins>${BEGINS})|(?<ends>${asWords(CONTAINS)}|${asWords(INGREDIENTS)}[ \\t]*:)|` +
    `(?<verb>${VERBS_OF_PLACES}|${LAST_VERBS}(?![ \\t]*:|${BLANKS}(?:von|van)(?!\\p{L})))|` +
    `(?<sentence>[!?\\n…]|(?<!\\d)\\.|\\.(?!\\d))|[([{:)\\]}]`,
  'gu',
);
