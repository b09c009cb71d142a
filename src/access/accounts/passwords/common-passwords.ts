/**
 * The passwords that are tried first, in lower case. Shorter ones than a password may be here are left out: the rule
 * of length refuses them.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
!qaz2wsx !qaz@wsx 00000000 000000000 0000000000 00001111 01010101 01020304 010203040506 01234567 012345678
0123456789 0192837465 02020202 098765432 0987654321 10011001 10101010 10203040 102030405060 1029384756
11001100 11110000 11111111 111111111 1111111111 11112222 11223344 1122334455 112233445566 11235813 112358132
12121212 12131415 1213141516 12312312 123123123 123321123 12341234 12344321 1234512345 123454321 1234554321
12345600 123456123456 123456654321 1234567! 12345678 12345678! 123456780 123456788 123456789 123456789!
1234567890 12345678900 123456789012 1234567890123 1234567890q 1234567891 12345678910 1234567899 123456789a
123456789abc 123456789asd 123456789d 123456789k 123456789m 123456789q 123456789qwe 123456789s 123456789z
12345678@ 12345678a 12345678abc 12345678m 12345678q 12345678qwe 12345678s 12345678w 12345679 1234567a
123456987 123456aa 123456ab 123456abc 123456qwerty 12345abc 12345qwert 12345qwerty 1234abcd 1234azer 1234qwer
1234rewq 1234zxcv 123654789 123698745 123789456 123abc123 123asd123 123ewqasd 123qwe123 123qwe456 123qweasd
123qweasdzxc 12qw34er 12qwas34 12qwaszx 12wq12wq 13131313 13141314 13579246 135792468 1357924680 14141414
14142135 147147147 147258369 147852369 147896325 15151515 159159159 159357159 1593572468 159357456 159753456
16161616 17171717 18181818 19191919 19841984 19851985 19861986 19871987 19881988 19891989 19901990 19911991
19921992 19931993 19941994 19951995 19961996 19971997 19981998 19991999 1a2b3c4d 1q1q1q1q 1q2w3e4r 1q2w3e4r!
1q2w3e4r5 1q2w3e4r5t 1q2w3e4r5t6y 1qaz!qaz 1qaz2wsx 1qaz2wsx3edc 1qazxcvb 1qazxsw2 1qw23er4 20002000 20012001
20102010 20112011 20122012 20132013 20202020 20202021 20212021 20222022 20232023 20242024 20252025 20262026
21212121 22222222 222222222 23232323 24242424 24681012 2468101214 25252525 25802580 258258258 26262626
27182818 28282828 2wsx3edc 30303030 31415926 314159265 31415926535 3141592654 321321321 321654321 321654987
32323232 33333333 34343434 36363636 3edc4rfv 42424242 43214321 4321rewq 44444444 45454545 45645645 456456456
45674567 456789123 4rfv5tgb 50505050 50cent12 5201314520 520520520 54321000 55555555 555555555 5647382910
56565656 56785678 65432100 66666666 666666666 67676767 67896789 69696969 741258963 741852963 77777777
777777777 78787878 78907890 78945612 789456123 789654123 789789789 80808080 85208520 852456852 87654321
876543210 87878787 88888888 89898989 90909090 91919191 951753852 963852741 987456321 98765432 987654321
9876543210 98989898 99999999 999999999 a1234567 a12345678 a123456789 a1b2c3d4 a1s2d3f4 a5201314 aa123456
aaa111222 aaa12345 aaa123456 aaaa1111 aaaaaa1! aaaaaa11 aaaaaaaa aaaaaaaaa aaaaaaaaaa aabb1122 aabbccdd
abc12345 abc123456 abc123456789 abc123abc abc888888 abcabcabc abcd1234 abcd12345 abcde12345 abcdef12 abcdef123
abcdef123456 abcdefg1 abcdefg123 abcdefg1234 abcdefgh abcdefgh1 abcdefgh123 abcdefghi abcdefghij abigail1
access12 access123 access14 admin123 admin1234 admin12345 admin888 admin@123 adminadmin administrator adriana1
airborne aircraft airforce airplane alejandra alejandra1 alejandro alejandro1 aleksandr alessandra alessandro
alessia1 alexande alexander alexander1 alexander123 alexandr alexandra alexandre alexandria alexis12 alexis123
allow123 alyssa12 amanda12 amanda123 amazon123 america1 american1 amor1234 amoramor amorcito amore123 amoremio
anamaria anastasia andrea123 andrew12 andrew123 android1 angel123 angeleyes angelica angelina angelito
angelito1 angels12 anonymous anthony1 anthony12 anthony123 antonia1 antonio1 anything apple123 aquarius
argentina aries123 armando1 army1234 arsenal1 arsenal123 asd12345 asd123456 asd123asd asdasd123 asdasdasd
asdf1234 asdf12345 asdf4321 asdfasdf asdfg123 asdfg12345 asdfgh01 asdfgh12 asdfgh123 asdfghj1 asdfghjk
asdfghjkl asdfghjkl1 asdfghjkl12 asdfghjkl123 asdfghjkl; asdfjkl1 asdfqwer asdfzxcv asdqwe123 asdzxc123
ashley12 ashley123 assassin assassins asshole1 asshole123 asshole2 august12 australia autumn2020 autumn2021
autumn2022 autumn2023 avengers awesome1 awesome123 azerty12 azerty123 azerty1234 azerty12345 azertyui
azertyuiop babybaby babyblue babyboy1 babyface babygirl babygirl1 babygirl12 babygirl123 babylove babyphat
bacardi1 badboy12 badboy123 badgirl1 bailey12 bailey123 banana123 bandit12 barbie12 barbie123 barbiegirl
barcelona barcelona1 barcelona10 barcelona123 bartsimpson baseball baseball1 baseball12 baseball123 basketball
basketball1 batman12 batman123 bayern123 bbbbbbbb beatles1 beautifu beautiful beautiful1 bebe1234 bebesita
bendicion benfica1 benfica12 benjamin berlin123 besiktas bigboy12 bigdaddy bigdaddy1 bigdick1 biology1
birthday birthday1 black123 blackberry blackbird blackcat blackdog blackjack blackout blackrose blessed1
blessing blessings blizzard blossom1 blowjob1 blue1234 blue12345 blue123456 blueberry bluebird blueeyes
bluemoon bluesky1 bollocks bonita123 bonjour1 boomer12 boston123 brandon1 brandon12 brandon123 brasil123
brianna1 brilliant brittany brittany1 broncos1 brother1 brownie1 bubba123 buddy123 buddy1234 budweiser
bugatti1 bugsbunny bulls123 bullshit bullshit1 bunnies1 bunny123 buongiorno buster12 buster123 butterflies
butterfly butterfly1 butthead butthead1 california callofduty camaro12 camaro69 cameron1 canada123 cancer12
capricorn captain1 captain12 caramelo carolina carolina1 caroline caroline1 casper12 catherine cccccccc
challenger champion champion1 champions changeit changeme changeme1 changeme123 charger1 charizard charles1
charlie1 charlie12 charlie123 charlotte charlotte1 chelsea1 chelsea12 chelseafc chemistry cherry123 chester1
chester123 chevelle chevrolet chevy123 cheyenne chicago1 chicago23 chihuahua children children1 chiquita
chocolate chocolate1 chocolate123 chocolate2 chouchou christ12 christian christian1 christin christina
christine christine1 christmas christmas1 christopher christopher1 ciaociao cinderella cocacola cocacola1
college1 colombia compaq12 computer computer1 computer123 contrasena contraseña cookie12 cookie123 cookies1
cool1234 coolcool cooldude coolgirl coolguy1 corazon1 corazon123 corinthians corvette corvette1 counter1
counterstrike courtney cowboy12 cowboys1 cowgirl1 creative creative1 cristiano cristina cruzeiro crystal1
cupcake1 cupcakes dachshund daddy123 daddysgirl daisy123 dallas123 daniel12 daniel123 daniela1 danielle
danielle1 danielle123 darkangel darkness darkstar darthvader david123 dddddddd deadpool1 dearbook december
december1 december12 december25 default1 default123 dell1234 demo1234 demodemo denver123 destiny1 deutschland
diablo123 diamond1 diamonds dickhead dima1234 dios1234 diosesamor discord1 doctor12 doggie12 doggy123 dogs1234
dolfan13 dolphin1 dolphins dolphins1 dominic1 dominique donald12 donald123 dontknow doudou12 dragon12
dragon123 dragon1234 dragon69 dragonball dragonballz dragonfire dragonfly dragons1 dragoon1 dreamer1 dreams123
drowssap drummer1 drummer123 eagles12 eagles123 eastside eduardo1 ekaterina elephant elizabeth elizabeth1
elizabeth123 emerald1 eminem12 eminem123 emmanuel england1 estrella estrella1 everything excellent facebook
facebook1 facebook123 faith123 falcon12 falcons1 familia1 family01 family12 family123 fantastic father12
fdsajkl; february february1 felicidad fender12 fenerbahce fernanda fernando fernando1 ferrari1 ferrari123
ffffffff fireball firebird firefighter firefire fireman1 flamengo florida1 flower12 flower123 flowers1
football football1 football12 football123 forever1 foreverlove forgotten formula1 fortnite fortnite1
forzamilan france123 francesca francesco francesco1 francisco franklin frederick freedom1 freedom12 freedom123
friday13 frogger1 froggy12 fuckoff1 fuckyou1 fuckyou123 fuckyou2 fussball futbol123 gabriel1 gabriela
gabriella gabrielle galatasaray gamecube gameover gamer123 gaming123 gandalf1 gangsta1 gangster gangster1
garfield garfield1 gateway1 geheim123 gemini12 geoffrey george12 george123 germany1 gggggggg ghjcnjnfr
gibson12 ginger12 ginger123 giovanni giuseppe gizmo123 godbless godfather godisgood godislove golden123
goldfish goofy123 google123 gorgeous gorilla1 grandma1 grandpa1 green123 greenday greenday1 greenday2 greentea
gregory1 gremio123 guadalupe guest123 guillermo guitar12 guitar123 gustavo1 hacked123 hacker123 hackers1
hallelujah hallo123 hallo1234 halloween halloween1 hamster1 handsome hannah12 hannah123 happiness happy123
happyday happydays happyface hardcore harley01 harley12 harleydavidson harrypotter haslo123 heather1
heather123 heaven12 heineken hello123 hello1234 hello123456 hellohello hellokitty hellokitty1 helloworld
hermosa1 heslo123 hhhhhhhh history1 hockey12 hockey123 hogwarts hollywood homersimpson honda123 honey123
honeybee hope1234 horses12 horses123 hospital hotgirl1 hotmail1 hottie12 hunter12 hunter123 hurricane
idontknow ilovegod iloveher ilovehim ilovejesus iloveme1 ilovemom1 ilovemyself iloveu123 iloveyou iloveyou!
iloveyou1 iloveyou11 iloveyou12 iloveyou123 iloveyou1314 iloveyou2 iloveyou3 iloveyou7 imagine1 instagram
instagram1 internet internet1 internet123 iphone123 ireland1 ironmaiden ironman123 isabella isabelle istanbul
jackdaniels jackson1 jackson5 jacqueline january1 january123 jasmine1 jasmine12 jasmine123 jasper12 jeffrey1
jennifer jennifer1 jennifer123 jeremiah jessica1 jessica12 jessica123 jesucristo jesus123 jesus777 jesuschrist
jesusfreak jesusislord jesuslove jesussaves jjjjjjjj jkl;asdf johnjohn jonathan jonathan1 jordan12 jordan123
jordan23 joseluis joseph12 joseph123 joshua12 joshua123 juancarlos justice1 justin12 justin123 justinbieber
juventus juventus1 katherine kathleen kawasaki kids1234 killer12 killer123 kimberly kimberly1 king1234
kingking kingkong kittens1 kitty123 kittycat kkkkkkkk kristina labrador lakers08 lakers24 lamborghini lasvegas
lawrence lawyer12 leagueoflegends legolas1 lenovo123 leo12345 leonardo letmein! letmein1 letmein12 letmein123
letmeinnow letmepass liberty1 libra123 lightning linkedin linkedin1 linkinpark linkinpark1 lions123 liverpool
liverpool1 liverpool123 lkjhgfdsa llllllll lollipop lollypop london123 lorenzo1 loulou12 love1234 love12345
lovelife lovelove lovely123 loveme123 lovers123 loveyou1 loveyou123 lozinka1 lubov123 lucky123 lucky1234
lucky777 lucky7777 luckydog lucy1234 m1234567 madison1 madison123 madrid123 maggie12 maggie123 mama1234
manager1 manager123 manchester manchester1 manutd123 march123 margaret margarita maria123 mariajose marianne
marina12 marina123 marines1 mariposa mariposa1 marlboro marlboro1 marseille martin123 martinez master12
master123 master1234 matrix123 matthew1 matthew12 matthew123 maverick max12345 maxwell1 medicine melissa1
melissa123 mercedes mercedes1 mercedes123 mercedes2 messi123 metal666 metallica metallica1 mexico123 mi-amor1
miamor123 michael1 michael12 michael123 michaela michelle michelle1 michelle123 mickey12 mickey123 mickeymouse
microsoft midnight midnight1 miguel123 military minecraft minecraft1 minecraft123 minnie12 misty123 mmmmmmmm
mnbvcxz1 molly123 mommy123 monday123 monica123 monique1 monkey12 monkey123 monkey1234 monkeyman monkeys1
moonbeam moonlight morgan12 mot2passe motdepasse mother12 mother123 motocross motorcycle motorola mountain
mountain1 music123 musiclover musicman mustang1 mustang12 mustang123 mustang65 mustang69 mustangs mylove123
mypass123 mypassword myspace1 myspace123 napoli12 naruto123 nascar03 nascar24 natalie1 natasha1 nathalie
nathan12 nathan123 navy1234 netflix1 nevermind newpassword newyork1 newyork123 nicholas nicholas1 nicolas1
nicolas12 nicole12 nicole123 ninja123 ninjaturtle nintendo nintendo64 nirvana1 nissan12 nnnnnnnn noidea12
nokia123 nopass123 nopassword northside nothing1 nothing123 november november1 november11 nurse123 ocean123
october1 october10 oliver12 oliver123 olivia12 openopen opensesame operator orange12 orange123 orange1234
oreo1234 p@55w0rd p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword pa$$w0rd pa$$word pa55w0rd pa55word packardbell
packers1 palmeiras pamela123 panther1 panthers paradise paradise1 paris123 parola123 pass1234 pass12345
pass123456 passpass passw0rd passw0rd! passw0rd1 passw0rd123 password password! password. password0 password00
password01 password1 password1! password10 password11 password12 password123 password123! password1234
password12345 password13 password1a password2 password2020 password2021 password2022 password2023 password2024
password2025 password21 password22 password3 password4 password5 password6 password69 password7 password8
password9 password99 password@123 passwordpassword passwords passwort passwort1 passwort123 patches1 patricia
patricia1 patrick1 patrick12 patrick123 patriots patriots1 peace123 peaceful peanut123 peanuts1 pepper12
pepper123 pepsi123 phillips phoenix1 physics1 pianoman pikachu1 pikachu123 pilot123 pimpin123 pineapple
pink1234 pink123456 pinkpink pirates1 pisces12 platinum playboy1 playboy69 player12 player123 playstation
playstation2 poiuytre poiuytrewq pokemon1 pokemon12 pokemon123 police12 police911 porsche1 porsche9 porsche911
portugal potter123 pppppppp preciosa precious precious1 prince123 princesa princesa1 princesita princess
princess1 princess12 princess123 princess13 princess2 princess3 princess7 princesse private1 privet123
puppies1 puppy123 puppydog puppylove purple12 purple123 purple1234 pussy123 pussycat q1234567 q12345678
q123456789 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q2w3e4r5 qaz123456 qazqazqaz qazwsx123 qazwsxedc qazwsxedcrfv
qq123456 qqqqqqqq qqqqqqqq1 qscwdvefb qsdfghjk queen123 qwaszx12 qwe12345 qwe123456 qwe123qwe qweasd123
qweasdzxc qweasdzxc123 qwedsazxc qweqweqwe qwer1234 qwerasdf qwerasdfzxcv qwerfdsa qwerqwer qwert123
qwert12345 qwertgfdsa qwerty00 qwerty01 qwerty1! qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345
qwerty123456 qwerty13 qwerty22 qwerty321 qwerty666 qwerty777 qwerty99 qwertyu1 qwertyui qwertyuio qwertyuiop
qwertyuiop1 qwertyuiop123 qwertz123 qwertzui qwertzuiop rabbit12 rabbit123 rachel12 raiders1 rainbow1
rainbow12 rainbow123 rainbows raspberry realmadrid realmadrid1 rebecca1 rebecca123 red12345 reddevil redhead1
redneck1 redrum13 redskins redskins1 redsox12 redwings remember remember1 rememberme rewq4321 ricardo1
richard1 richard123 river123 robert12 robert123 roberto1 roblox123 rocknroll rockon123 rockstar rockstar1
rocky123 rocky1234 rodrigo1 ronaldo1 ronaldo7 ronaldo9 root1234 rootroot rosebud1 rottweiler rrrrrrrr
runescape runescape1 rusty123 s1234567 sadie123 sagitarius sagittarius salasana samantha samantha1 samantha123
sammy123 samson12 samsung1 samsung123 samuel123 samurai1 sandra123 santiago saopaulo sapphire sassy123
sasuke123 saturday savannah savannah1 saxophone schalke04 schatzi1 school12 school123 science1 scooby12
scooby123 scoobydoo scooter1 scorpio1 scorpion scorpion1 scotland scotland1 sebastian sebastian1 sebastian123
secret1! secret12 secret123 security security1 senha123 september september1 sergeant sergey123 sesame123
sexy1234 sexybaby sexyboy1 sexygirl sexylady sexymama shadow12 shadow123 shadow1234 shithead silver12
silver123 silverado simpsons simpsons1 sister12 skype123 skywalker slava123 slipknot slipknot1 slipknot666
smile123 smiley12 smirnoff snapchat snickers snickers1 snoopy12 snoopy123 snowball snowboard snowflake
snowman1 snowwhite soccer10 soccer11 soccer12 soccer123 softball softball1 soldier1 soleil12 soleil123
something sommer12 sommer123 sophie12 sophie123 southpark southpark1 southside sparky12 sparky123 spencer1
spiderma spiderman spiderman1 spiderman123 spongebob spongebob1 spongebob123 sporting spring2020 spring2021
spring2022 spring2023 spring2024 ssssssss stallion starcraft starcraft2 stardust starfish stargate starlight
startrek startrek1 starwars starwars1 starwars123 steelers steelers1 stefanie stephane stephanie stephanie1
stephanie123 stephen1 steven12 strawberry strawberry1 student1 students subaru12 success1 success123 summer01
summer12 summer123 summer2020 summer2021 summer2022 summer2023 summer2024 summer99 sunflower sunflower1
sunrise1 sunset12 sunshine sunshine! sunshine1 sunshine12 sunshine123 superman superman1 superman123
supersecret superuser suzuki123 svetlana sweetheart sweetie1 sweetpea swinger1 swordfish sylvester sysadmin
taurus12 teacher1 teamo123 teamomas teamomucho temp1234 temporary temppass tequiero terminal terminator
test1234 test12345 test123456 test123test tester123 testing1 testing123 testtest texas123 thepassword theresa1
thinkpad thug4life thuglife thunder1 thunderbird tiffany1 tigers12 tigger12 tigger123 timothy1 tinkerbell
tinkerbell1 toby1234 together toor1234 topsecret tornado1 toshiba1 toyota123 tractor1 transformers treasure
tristan1 trucker1 truelove trumpet1 trustgod trustme1 trustno1 trustno1! tttttttt tucker12 tupac123 turtle12
turtles1 tweety12 tweety123 twitter1 university unknown1 user1234 username usmarine usmc1775 valentin
valentina valentine valerie1 vanessa1 vanessa123 vasco123 venezuela veronica veronica1 verysecret victoria
victoria1 victoria123 victory1 vincent1 virginia virgo123 vladimir vladislav volleyball vvvvvvvv w1234567
w123456789 wachtwoord wankers1 warcraft warcraft1 warcraft3 warrior1 warriors watermelon webadmin webmaster
welcome1 welcome1! welcome12 welcome123 welcome2 welcome2020 welcome2021 welcome2022 welcome2023 welcome2024
welcome@123 westside whatever whatever1 whatever12 whatever123 whatever2 whatsapp whiteboy whitetiger whitney1
whoknows wildfire william1 william123 williams williams1 windows1 windows10 windows98 winner12 winner123
winnie12 winter12 winter123 winter2020 winter2021 winter2022 winter2023 winter2024 woaini123 woaini1314
woaini520 wolverine wonderful wonderland wsxedc123 wwwwwwww wxcvbn123 xbox3600 xiaoming xsw2zaq1 xxxxxx12
xxxxxxxx yahoo123 yamaha123 yamahar1 yankees1 yankees2 yellow12 yellow123 yolanda1 youtube1 youtube123
yxcvbnm1 yxcvbnm123 yyyyyyyy z1234567 zachary1 zaq12wsx zaq1xsw2 zaq1zaq1 zaqwsx123 zhang123 zoey1234
zugang123 zxc12345 zxc123456 zxcasdqwe zxcv1234 zxcvb123 zxcvb12345 zxcvbn12 zxcvbn123 zxcvbnm, zxcvbnm1
zxcvbnm123 zxcvzxcv zxczxczxc zzzzzzzz
`.match(/\S+/g),
);
