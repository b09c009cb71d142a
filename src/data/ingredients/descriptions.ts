/**
 * Folded words, without their plural in `s`, that only describe an ingredient, name its task or tell of the whole
 * product, in any language: a text of these alone is no list of ingredients.
 */
export const DESCRIPTIONS: ReadonlySet<string> = new Set(
  (
    '( acid acide acidez acidifiant acidificante acidificanti acidifier acidita acidite acidity acido acidos ' +
    'acidulant acidulante acidule acidulee active activite acucarado adde added addensante addensanti additif ' +
    'additive adds adjonction affermissant affine affumicato afkomstig age aged agent agente agenti agglomerant ' +
    'agricole agricoltura ahumado aid aigre ajoute ajouter ajoutes alaska aliment alimentaire alimentation ' +
    'aliments allege allegee allergen allergens alta alto amarillo amber ambiante ameliorant amere ameres ' +
    'analyse ancienne ancient anhydre anteil anti antiagglomerant anticaking antiossidante antiossidanti ' +
    'antioxidant antioxidante antioxidanten antioxidantia antioxidationsmedel antioxidationsmittel antioxydant ' +
    'antioxygene aoc aop appellation apporte ardeche aromaticas aromatique artisanale assaisonne assaisonnee ' +
    'assorted assortiment attention autriche away azucarado azul backmittel backtriebmittel bag baker baking ' +
    'baratte bas based basis basse basses bebida bereiding best bevochtigingsmiddel bevroren bianco big ' +
    'biologica biologico bitter bittersweet black blanc blanche blanched blanches blanchies blancs bleached ' +
    'blend blended blond blue boisson bold bon boneless box brennwert brewed brillant brown broyees brun ' +
    'brussels brut burnt caking calcium calibre calorie calories campagne candi candied canned caramelise ' +
    'caramelised caramelisees caramelises caramelized carbohydrate carbohydrates carboidrati carbonatada ' +
    'carbonated cascara casserole categoria categorie cedex celtic centre ceylan chain chalut charentes charge ' +
    'chimique choix cholesterol chopped chunk ciel clarified clase classe classic coarse coated cocida cocido ' +
    'color colorant colorante coloring colour colouring comestible como complement complet complete completes ' +
    'complets complexes composee compotee compound compris concasse concassee concassees concentraat ' +
    'concentrada concentrado concentrados concentrat concentrata concentrate concentrated concentrato concentre ' +
    'concentree concentrees concentres concord condense condensed conditioner conditions confectioner confit ' +
    'confite conformement conformes congelado conserva conservador conservadores conservant conservante ' +
    'conservantes conservanti conservateur conserveermiddel conserveermiddelen consist consommable ' +
    'consommateurs consume contact container contenido contenu contienen control controle controlee controls ' +
    'cooked cooking copeaux corante correcteur corrector correctores correttore corse cotta cotto couleur coupe ' +
    'coupes couvercle cozida cozido cracked craint crisp cristal cristallise cru cruda crudo crue crues crushed ' +
    'crystal crystallized cuales cube cubes cuillere cuire cuisine cuisinee cuisinees cuisines cuisson cuit ' +
    'cuite cuites cuits cultured cup cured cut dark data decafeine decaffeinated declaration decongele ' +
    'decoration decortique decortiquee decortiquees defatted degermed degerminated degraisse degraissee ' +
    'degustation deguster dehydrated delicious delvis demi demineralise denoyautees denoyautes denrees ' +
    'depelliculees derivados derivative derived derives desactive desactivee desgrasado deshidratada ' +
    'deshidratadas deshidratado deshydrate deshydratee deshydratees deshydrates desiccated desidratada ' +
    'desidratado desodorisee dessous dessus destinees devitalise dias diced diluted directement disidratata ' +
    'disidratato distille distilled distribue distribution dop dore dosage double douce douces doux dried drink ' +
    'drizzle drops dur durchschnittliche dure duro durs dutched eclats ecocert ecorce edible edulcorant ' +
    'edulcorante edulcorantes edulcoranti effilees egalement egoutte einfach eiweiss eiwit elabore eleves ' +
    'emballe emince eminces emondees emploi emulgator emulgatoren emulgente emulsifier emulsionante ' +
    'energetiques energie energy enfants enhancer enriched enrichi enrichie enriquecida enrobees ensemble ' +
    'ensure entera entero entier entiere entieres entiers entolt envase enveloppe environ epaisse epaississant ' +
    'epuisee equateur equilibree equivalent equivalentes espesante espesantes espessante espessantes essence ' +
    'essential essentielle essiccato estabilizador estabilizante este estratti estratto etiquette etoile ' +
    'etrangere etre etuve evaporated exhausteur exprime exprimes extra extract extracten extractive extracto ' +
    'extractos extrait extraite extrakt extrato extratos extrude extrudees fabrication fabriquer facon facts ' +
    'faible fancy fantaisie far farbende farbendes farbstoff farbstoffe fat fatty fcf fd fed fermentation ' +
    'fermente fermented fermentee fettarme feu feuchthaltemittel feuille fiber fibre figurant filiere filtered ' +
    'filtre fines fins fire firming firmness flake flavor flavour flocon floret flowing flussig foam foaming ' +
    'fondu fonte food fort forte fortement fortified fortjockningsmedel fortykningsmiddel fractionated fraiche ' +
    'fraiches frais freeze french fresh fried frit frits fryst full fully fumado fumage fume fumee fumees fumes ' +
    'ganz garanti garantie garder gasificante gaz gazeifiee gazeuse gedeeltelijk gedroogd gedroogde ' +
    'gefriergetrocknet gefriergetrocknete gefroren gegart gehackt gehackte gehakt gehard geharde gehartet ' +
    'geharteten geheel gekocht gekookt gel geleermiddel geleringsmedel geleringsmiddel geliermittel gelifiant ' +
    'gelificante gelificanti gelling gemahlen gemahlene gemalen gemiddelde gemodificeerd geraffineerd geraspelt ' +
    'geraspt geraucht gerookt geroosterd geroosterde gerostet gerostete gesalzen gesattigte ' +
    'geschmacksverstarker gesuikerd getrocknet getrocknete gevriesdroogd gewichtsanteilen gezouten gezuckert ' +
    'glazing gluant glucides glutinous gmbh gmo golden gout granulado granular granulated granule grated ' +
    'grattugiato green grill grille grilled grillee grillees grilles gris gros ground grown grune hache hachee ' +
    'hachees haerdet haevemiddel halal half halved halves hand hard hardad hardat harde hardwood haut haute ' +
    'havelaar heat heavy help hidratos hidrogenada hidrogenado high himalayan homogeneise hulled humectant ' +
    'humectante humidificante humo husk hydrated hydrogenated hydrogene hydrogenee hydrogenees hydrogenes idaho ' +
    'ideal identical identico idrogenati idrogenato igp imitation importation importe imported improver ' +
    'impulsor inactivated inactive inactivee indesirables indiquee indiques inferieur inferieure informacion ' +
    'infos infused infusion ingredien inhibitor instant instantane instantanee integral integrale inteiro ' +
    'interi intero invert inverted inverti invertido iodised iodized iron isolat isolate isolated jamaique ' +
    'jaune jaunes jeunes kernel key kilo kogt kohlenhydrate kokt koncentrat konserveringsmedel ' +
    'konserveringsmiddel konservierungsstoff konservierungsstoffe konzentrat konzentriert konzentriertes ' +
    'koolhydraten kosher label laisser lake lamelles landbouw lean leavening leaves lebensmittel legere ' +
    'legerement lettre levant levante levants levedante levedantes lever lievitanti light lipides liquid ' +
    'liquide litre live loire long love low lyophilise lyophilisees macinato magere magnesium magro main ' +
    'maintain malen malgre marin marina marinated marino mashed mass masse material matiere matieres ' +
    'mecaniquement mecaniques mechanically medel medios medium melange mengsel mer methyle mettre mezcla mi ' +
    'microbial microbien microbienne microcrystalline middel mieux mild milled min minced minerais mineral ' +
    'mineralen minerali minerals mineralstoffe minimo minste miscela mischung mise mistura mittel mix mixed ' +
    'mixture modificado modificato modifie modified modifiee modifiees modifies modifizierte moida moido ' +
    'moisture molida molido montagne morceau morceaux moulu moulue moulues mountain moyen nahrwerte natif ' +
    'native natives natur natura natural nature naturel naturelle naturellement naturlig necessaire negra negro ' +
    'neto netto noir noire noires noirmoutier noirs northern nourri nourris nouvelle nutricional nutrient ' +
    'nutrition nutritional nutritionnelles nutritives nutrizionali oak ocaso occurring ocean ogm okologischem ' +
    'only ontvet ordinaire origin originaires origine otros ouvert over oxide oxydant pacific papier paquet ' +
    'paraguay parboiled parcialmente parfum parfume part partially partie partiellement partly parzialmente ' +
    'passover paste pasteurisation pasteurise pasteurised pasteurisee pasteurises pasteurisiert pasteurisierte ' +
    'pasteurisierter pasteurizada pasteurizado pasteurized pastorizzato patente pedacos peeled pelee pelees ' +
    'personnes peso petites petits peu peuvent pezzi pflanzlich pflanzliche pflanzliches ph picado piece pieces ' +
    'pierre pigment pink pitted plain plant plantaardig plantaardige plantation plat plats pods poeder poids ' +
    'pointe poitou polvere popping pot potassium potenciador poudre poudres powder powdered power prebiotic ' +
    'precooked precuit precuite precuites precuits prefrit prefrite prefrites prefrits premium preparado ' +
    'preparation preparations preparato preparazione prepare preparee pres presents preservative preserve ' +
    'preserved preserver presse pressed pressee pressees presses pression pret prevent printemps procedes ' +
    'process processed prodotto product production producto produit produkt produto promote propellant ' +
    'proporcion proprietary propulseur protect protegee protein proteina proteinas proteine proteines ' +
    'provenance provide puis pulpe pulpes pulver pur pura pure purea puree pureed pures purified purifiee puro ' +
    'purple purpose purs puur quais qualite qualites quality quantite quartered quinino raffinato raffine ' +
    'raffinee raffinees raffiniert rafraichissante raising ralado rallado rapidement rapport raw ready ' +
    'rechauffer recolte recongeler reconstitue reconstituee reconstitues reconstituida reconstitute ' +
    'reconstituted rectifie red reduced reducido reduite refermer refinada refinado refined refinery region ' +
    'reglementation regles regulador regular regulateur regulator reguler rehidratada rehydrate rehydrated ' +
    'rehydratee rehydratees rehydrates rein reine rendered retain retention reverse rich riche riches rico ' +
    'rijsmiddel rijsmiddelen ripe ripened ristet roast roasted roasting rode roget roja rojo rokt rolled roman ' +
    'rond rondelles rook rostad rote roter roti rotie roties rouge rouges royal royale russet sabor sachets ' +
    'sain salado salato salee salees salgado saltad salted saltet salts saturadas saturados saturated ' +
    'sauerungsmittel saureregulator saureregulatoren sauteed sauvage sauvages saveur saveurs schwach schwarze ' +
    'schwarzer scotch sea season seasonal secco seche sechee sechees seches seco secs seedless segment select ' +
    'selected selectionnees selectionnes selenite semi semisweet separated separee service sgrassato sharp ' +
    'shelled shredded size skinless slice sliced smaakversterker smaakversterkers smagsforstaerker ' +
    'smakforstarkare small smoke smoked smooth snap snow societe sodestof sodestoffer sodium soft soit sol ' +
    'soleil solid solides solidos soluble solubles solution sotningsmedel sour sparkling special specialite ' +
    'split spring sprouted stabilisant stabilisateur stabilisator stabilisatoren stabiliser stabiliseringsmedel ' +
    'stabilize stabilizer stabilizzante stabilizzanti standard star stark starter statement steamed steel ' +
    'sterilise sterilisee sticking stone straw strip stuckchen stucke stukjes substance sucree sucrees ' +
    'sufficient sugars sujet sun sundried superior support sure surface surgelato surhedsregulerende ' +
    'surhetsreglerande sussstoff sussstoffe sussungsmittel sweet sweetened sweetener table tart tartness ' +
    'teilweise temps tendre tenero tenir terre texture textured texturees thickener thickening tipo toaste top ' +
    'torkad torkade torrado torrados torrefie torrefiee torrefiees torret tostada tostado tostados tostate ' +
    'tostati tostato totalement toulouse tradition traditional traite traitee traitement traites tranche ' +
    'tranches trans transforme transformees transformes treated treatment trempees trempes trennmittel triple ' +
    'tritato trivial trocken trozos typical uht ultra umidificante unbleached unbromated uncured unenriched ' +
    'unfiltered ungehartet uniquement unmodified unrefined unsalted unsulfured unsulphured unsweetened unter us ' +
    'utilisant utilise utilisee utilises valor valores vapeur variabile variedad variee variegate variete ' +
    'varietes variety varying vegan vegetabilisk vegetabiliskt vegetais vegetal vegetale vegetales vegetali ' +
    'vegetarian vegetaux veranderlichen verde verdes verdickungsmittel verdikkingsmiddel verdikkingsmiddelen ' +
    'vergine verpackt verre verser vert verte vertes verts verzadigde via vierge vigueur virgin vital vitamin ' +
    'vitamine voedingswaarde voedingszuren voedingszuur volle wasserhaltig weiss weisse weisser which whipped ' +
    'whipping white whiteness whole within wood yellow young zinc zoetstof zoetstoffen zone zubereitung ' +
    'zuccherato zutat zuurteregelaar zuurteregelaars zwarte'
  ).split(' '),
);
