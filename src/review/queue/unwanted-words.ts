import { foldWords, hasAnyWord, listTexts } from '../../platform/text/find-words.ts';

/** Names of what is no text about the product: remarks for operators, prices and pictures. */
const NOT_READ = new Set(['note', 'source_url', 'msrp', 'image', 'images']);
/** In characters; a submission hardly has more, and reading costs time. */
const MOST_READ = 20_000;

/** In English, German, French, Spanish, Italian and Dutch. None is the name of a food or a brand. */
const ADVERTISING = `
  buy now, order now, shop now, click here, visit our, visit us, free shipping, free delivery, best price,
  lowest price, promo code, discount code, coupon code, limited offer, money back, contact us, call now,
  subscribe now, earn money, whatsapp, viagra, cialis, online casino, jetzt kaufen, jetzt bestellen,
  hier klicken, klick hier, gratis versand, kostenloser versand, bester preis, rabattcode, gutscheincode,
  besuchen sie uns, geld verdienen, achetez maintenant, commandez maintenant, cliquez ici, livraison gratuite,
  code promo, meilleur prix, visitez notre, compra ahora, haz clic, envio gratis, codigo promocional,
  mejor precio, visite nuestra, acquista ora, clicca qui, spedizione gratuita, codice sconto, miglior prezzo,
  koop nu, bestel nu, klik hier, gratis verzending, kortingscode, beste prijs`;
const PROFANITY = `
  fuck, fucker, fucking, fucked, motherfucker, shit, shitty, bullshit, cunt, asshole, arsehole, whore, wanker,
  nigger, faggot, penis, vagina, dickhead, porn, scheiße, scheiss, arschloch, fotze, hurensohn, wichser,
  schlampe, fick, ficken, merde, putain, connard, connasse, salope, enculé, nique, mierda, puta, gilipollas,
  joder, cazzo, stronzo, vaffanculo, puttana, klootzak, godverdomme, kankerlijer`;
/** Whole words and phrases, whatever their case, accents and look-alike letters. */
const UNWANTED = foldWords([ADVERTISING, PROFANITY].flatMap((words) => words.trim().split(/,\s+/)));

/**
 * A web or mail address. In lower case only: `…milk.It contains` ends a sentence. Without an unbounded repetition that
 * begins at each letter, as strangers write the texts.
 */
const ADDRESS =
  /https?:\/\/|\bwww\.|\b[a-z\d-]{2,63}\.(?:com|net|org|info|biz|shop|store|online|xyz|site|club|ru|cn|de|fr|es|it|nl|uk|eu|io)\b|\w@[a-z\d-]{1,63}\.[a-z]{2,}/;

/** Returns whether the facts of a submission have a link, an advertising phrase or profanity of the lists above. */
export function hasUnwantedWords(content: Readonly<Record<string, unknown>>): boolean {
  const said = Object.entries(content).filter(([name]) => !NOT_READ.has(name));
  const text = said
    .flatMap(([, value]) => listTexts(value))
    .join('\n')
    .slice(0, MOST_READ);
  return ADDRESS.test(text) || hasAnyWord(UNWANTED, foldWords(text.split('\n')));
}
