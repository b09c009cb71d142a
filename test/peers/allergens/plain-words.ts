/**
 * Words that name an allergen, written apart from `src/data/ingredients`, so that they find what those lists lack. Folded; a
 * word in `within` also counts inside of a longer one, as German and Dutch join words.
 */
export interface PlainWords {
  words: string;
  within?: string;
  /** Names that sound like it and are not. */
  except?: string;
}

const FREE = 'gluten free, sans gluten, sin gluten, senza glutine, sem gluten, glutenfrei, glutenvrij';
const PLANT = 'coconut, coco, soy, soya, almond, oat, rice, cashew, hemp, pea, hazelnut';

const beside = (words: string, pattern: string): string =>
  words
    .split(', ')
    .map((word) => pattern.replace('*', word))
    .join(', ');

export const PLAIN_WORDS: Readonly<Record<string, PlainWords>> = {
  gluten: {
    words:
      'wheat, barley, rye, oat, oats, oatmeal, malt, malted, spelt, kamut, semolina, durum, triticale, bulgur, bulgar, couscous, ' +
      'seitan, farro, einkorn, emmer, freekeh, panko, graham, breadcrumb, breadcrumbs, bread, crumbs, macaroni, spaghetti, ' +
      'noodles, pasta, gluten, farina, matzo, matzah, beer, ble, froment, orge, seigle, avoine, epeautre, semoule, chapelure, ' +
      'pain, biere, griess, trigo, cebada, centeno, avena, espelta, semola, malta, pan rallado, frumento, orzo, segale, ' +
      'malto, glutine, semolino, gerst, cevada, centeio, aveia, malte, cerveja, cerveza, birra',
    within: 'weizen, gerste, roggen, hafer, dinkel, malzextrakt, grunkern, tarwe, rogge, haver',
    except:
      `${FREE}, buckwheat, ble noir, ble sarrasin, farine de ble noir, trigo sarraceno, grano saraceno, buchweizen, ` +
      'buchweizenmehl, ail semoule, semoule de mais, semoule de riz, oignon semoule, root beer, ginger beer, rice noodles, ' +
      'rice pasta, corn pasta, pasta de cacao, pasta di cacao, semola de maiz, farina di riso, farina di mais, ' +
      'farina di piselli, farina di ceci, farina di konjac',
  },
  milk: {
    words:
      'milk, milkfat, cream, butter, cheese, whey, casein, caseinate, lactose, yogurt, yoghurt, curd, curds, ghee, buttermilk, ' +
      'lactalbumin, lactoglobulin, mozzarella, parmesan, cheddar, ricotta, mascarpone, feta, gouda, emmental, dairy, kefir, ' +
      'butterfat, butteroil, custard, lait, creme, beurre, fromage, lactoserum, petit lait, caseine, caseinates, yaourt, ' +
      'babeurre, gruyere, comte, roquefort, reblochon, chevre, sahne, rahm, quark, schmand, kase, laktose, leche, nata, ' +
      'mantequilla, queso, suero, caseina, caseinato, yogur, lactosa, lacteo, lactea, lacteos, latte, panna, burro, ' +
      'formaggio, siero, lattosio, pecorino, grana padano, room, wei, yoghurtpoeder, leite, manteiga, queijo, soro, iogurte',
    within: 'milch, molke, joghurt, kasein, butterreinfett, butterfett, melkpoeder, melkeiwit, boter, kaas',
    except:
      `${beside(PLANT, '* milk')}, ${beside(PLANT, '* cream')}, ${beside(PLANT, '* butter')}, cocoa butter, cacao butter, ` +
      'peanut butter, shea butter, nut butter, sunflower butter, apple butter, mango butter, cream of tartar, cream of coconut, ' +
      'creamed coconut, milk thistle, butternut, butter bean, butter beans, butter lettuce, lait de coco, lait de soja, ' +
      'lait d amande, lait de riz, lait d avoine, creme de coco, creme de tartre, creme de cassis, creme de marron, ' +
      'creme de marrons, creme de riz, creme de soja, beurre de cacao, beurre cacao, beurre de cacahuete, beurre de cacahuetes, beurre de karite, ' +
      'haricots beurre, haricot beurre, kokosmilch, kokosnussmilch, sojamilch, mandelmilch, kakaobutter, erdnussbutter, ' +
      'milchsaure, milchsaurebakterien, milchsaurekulturen, leche de coco, mantequilla de cacao, mantequilla de cacahuete, nata de coco, ' +
      'latte di cocco, latte di mandorla, latte di soia, latte di riso, burro di cacao, burro cacao, burro di arachidi, ' +
      'burro di karite, kokosmelk, cacaoboter, pindaboter, sheaboter, leite de coco, manteiga de cacau, manteiga de amendoim, ' +
      'sunflower seed butter, sesame butter, beurre de sesame, creme de sesame, lait de noix de coco, creme de noix de coco, ' +
      'creme d avoine, leche de soja, kokosmilchpulver, beurre d amande, non dairy, dairy free, lactose free, sans lactose, milk free',
  },
  soybeans: {
    words:
      'soy, soya, soybean, soybeans, soyabean, tofu, tempeh, miso, edamame, tamari, shoyu, natto, soia, okara',
    within: 'soja, soybean, soya',
    except: 'soy free, sans soja',
  },
  eggs: {
    words:
      'egg, eggs, albumen, mayonnaise, mayo, meringue, ovalbumin, lysozyme, yolk, yolks, oeuf, oeufs, jaune d oeuf, ei, eier, eiweiss, ' +
      'huevo, huevos, yema, uovo, uova, albume, tuorlo, eieren, eidooier, ovo, ovos, gema, mayonesa, maionese',
    within: 'eigelb, volleipulver, huhnerei, eipulver, eigeel, hoenderei, scharrelei',
    except: 'egg free, sans oeufs',
  },
  nuts: {
    words:
      'almond, almonds, hazelnut, hazelnuts, filbert, filberts, walnut, walnuts, cashew, cashews, pistachio, pistachios, pecan, ' +
      'pecans, brazil nut, brazil nuts, macadamia, praline, marzipan, nougat, gianduja, nut, nuts, amande, amandes, noisette, ' +
      'noisettes, noix, cajou, pistache, pistaches, pralin, praline, nusse, cashewkerne, pistazien, almendra, almendras, ' +
      'avellana, avellanas, nuez, nueces, anacardo, anacardos, pistacho, pistachos, mandorla, mandorle, nocciola, nocciole, ' +
      'noce, noci, anacardi, pistacchi, pistacchio, amandel, amandelen, noten, amendoa, amendoas, avela, avelas, noz, nozes, caju, massepain',
    within: 'mandel, haselnus, walnuss, hazelno, walno, pistazie, pekannus, paranus',
    except:
      'coconut, nutmeg, butternut, doughnut, pine nut, pine nuts, tiger nut, tiger nuts, soy nuts, corn nuts, kola nut, cola nut, nut free, ' +
      'noix de coco, noix de muscade, noix muscade, noix de kola, noix de cola, noix de jambon, noix de veau, noix de porc, noix de st jacques, ' +
      'noix de saint jacques, nuez moscada, noce moscata, noci moscate, noz moscada, noix de palme, ' +
      'noix de petoncle, noix de petoncles, petoncles noix, ground nuts, ground nut, amandes d abricots',
  },
  peanuts: {
    words:
      'peanut, peanuts, groundnut, groundnuts, arachis, cacahuete, cacahuetes, arachide, arachides, cacahuate, cacahuates, mani, ' +
      'arachidi, pinda, pindas, pindakaas, aardnoot, amendoim, amendoins',
    within: 'erdnus, pindanoot, pindakaas',
    except: 'peanut free',
  },
  fish: {
    words:
      'fish, salmon, tuna, cod, anchovy, anchovies, sardine, sardines, herring, mackerel, haddock, trout, pollock, pollack, tilapia, ' +
      'halibut, hake, surimi, bass, snapper, catfish, swordfish, caviar, roe, isinglass, eel, bonito, poisson, poissons, saumon, thon, ' +
      'cabillaud, anchois, hareng, harengs, maquereau, maquereaux, truite, colin, merlu, merlan, lieu noir, morue, eglefin, lotte, ' +
      'lachs, hering, sardellen, makrele, forelle, kabeljau, pescado, atun, bacalao, anchoa, anchoas, merluza, caballa, ' +
      'trucha, pesce, salmone, tonno, merluzzo, acciuga, acciughe, alici, sgombro, trota, sarde, zalm, tonijn, haring, ' +
      'ansjovis, makreel, kabeljauw, forel, peixe, salmao, atum, bacalhau, anchova, cavala, pescada, truta, flet, nuoc mam',
    within: 'fisch, lachs, seelachs, thunfisch, hering, visolie, visgelatine',
    except: 'tintenfisch, tintenfische',
  },
  crustaceans: {
    words:
      'shrimp, shrimps, prawn, prawns, crab, crabs, lobster, crayfish, crawfish, langoustine, langoustines, krill, scampi, shellfish, ' +
      'crustacean, crustaceans, crevette, crevettes, crabe, crabes, homard, ecrevisse, ecrevisses, langouste, gambas, krebs, ' +
      'hummer, krebstiere, gamba, camaron, camarones, langostino, langostinos, cangrejo, langosta, bogavante, crustaceos, ' +
      'gambero, gamberi, gamberetti, granchio, aragosta, astice, crostacei, krab, kreeft, camarao, camaroes, caranguejo, lagosta, crustaces',
    within: 'garnele, garnaal, garnalen, krabbe',
    except: 'crab apple, crab apples',
  },
  celery: {
    words: 'celery, celeriac, celeri, celeris, apio, sedano, aipo, celerisalz',
    within: 'sellerie, selderij, selderie, knolselder',
  },
  mustard: {
    words: 'mustard, mustards, moutarde, moutardes, senf, mostaza, senape, mostarda, dijon',
    within: 'senfkorn, senfsaat, senfmehl, senfsamen, branntweinsenf, mosterd',
  },
  'sesame-seeds': {
    words: 'sesame, tahini, tahina, tahin, halva, halvah, benne, gomasio, sesamo, ajonjoli, gergelim',
    within: 'sesam',
  },
  'sulphur-dioxide-and-sulphites': {
    words:
      'sulphite, sulphites, sulfite, sulfites, metabisulfite, metabisulphite, bisulfite, bisulphite, sulfur dioxide, sulphur dioxide, so2, ' +
      'anhydride sulfureux, dioxyde de soufre, disulfite, e220, e221, e222, e223, e224, e225, e226, e227, e228, e 220, e 221, e 222, ' +
      'e 223, e 224, e 228, schwefeldioxid, sulfito, sulfitos, dioxido de azufre, metabisulfito, solfito, solfiti, anidride solforosa, ' +
      'metabisolfito, zwaveldioxide, dioxido de enxofre, wine, vin, vin blanc, vino',
    within: 'sulfit, sulphit, sulfiet, bisulf, bisulph',
    except:
      'wine vinegar, red wine vinegar, vinaigre de vin, vinaigre de vin rouge, vinaigre de vin blanc, aceto di vino, vinagre de vino, sulfite free',
  },
  lupin: {
    words: 'lupin, lupins, lupine, lupini, lupino, altramuz, altramuces, tremoco, tremocos',
    within: 'lupine, susslupin',
  },
  molluscs: {
    words:
      'squid, octopus, mussel, mussels, oyster, oysters, clam, clams, scallop, scallops, snail, snails, abalone, calamari, ' +
      'cuttlefish, whelk, cockle, cockles, mollusc, molluscs, mollusk, mollusks, moules, huitre, huitres, calamar, calamars, calmar, ' +
      'encornet, encornets, poulpe, seiche, st jacques, saint jacques, petoncle, petoncles, palourde, palourdes, escargot, escargots, ' +
      'auster, kalmar, mejillon, mejillones, almeja, almejas, ostra, pulpo, sepia, vieira, berberechos, cozza, cozze, ' +
      'vongole, polpo, seppia, totano, calamaro, ostrica, mossel, mosselen, oester, inktvis, mexilhao, ameijoa, lula',
    within: 'muschel, tintenfisch, jakobsmuschel',
    except:
      'oyster mushroom, oyster mushrooms, king oyster mushroom, king oyster mushrooms, oyster crackers, pleurotes en huitre, pleurote en huitre, austernpilz, austernpilze, austernseitling',
  },
};

const MEAT: PlainWords = {
  words:
    'beef, pork, chicken, turkey, ham, bacon, lard, tallow, suet, gelatin, gelatine, veal, lamb, mutton, duck, goose, venison, meat, sausage, ' +
    'pepperoni, salami, prosciutto, carmine, cochineal, shellac, rennet, boeuf, porc, poulet, dinde, jambon, lardons, saindoux, veau, agneau, ' +
    'canard, oie, viande, saucisse, saucisson, volaille, lapin, gelatina, cerdo, pollo, pavo, jamon, tocino, ternera, carne, ' +
    'maiale, suino, manzo, vitello, tacchino, prosciutto, strutto, kip, varken, rund, spek, frango, porco, presunto, cochenille, carmin, ' +
    'e120, e904, e441, collagen, collagene, foie gras, chorizo',
  within:
    'schwein, rindfleisch, huhnerfleisch, hahnchen, schinken, speck, gelatine, putenfleisch, karmin, vlees',
  except:
    'beefsteak tomato, beef tomato, beefsteak tomatoes, lamb s lettuce, vegetable gelatin, vegetable rennet, vegetal rennet, vegetarian rennet, non animal rennet, microbial rennet, coconut meat, duck sauce',
};

const HONEY: PlainWords = {
  words:
    'honey, beeswax, miel, honig, miele, honing, mel, royal jelly, propolis, e901, gelee royale, cire d abeille, cera de abejas',
  within: 'honig, bienenwachs',
  except: 'honeydew, miel de coco',
};

const joinWords = (...lists: (PlainWords | undefined)[]): PlainWords => ({
  words: lists.flatMap((list) => list?.words ?? []).join(', '),
  within: lists.flatMap((list) => list?.within ?? []).join(', '),
  except: lists.flatMap((list) => list?.except ?? []).join(', '),
});

const { fish, crustaceans, molluscs, milk, eggs } = PLAIN_WORDS;
export const DIET_WORDS: Readonly<Record<string, PlainWords>> = {
  vegetarian: joinWords(MEAT, fish, crustaceans, molluscs),
  vegan: joinWords(MEAT, fish, crustaceans, molluscs, milk, eggs, HONEY),
};
