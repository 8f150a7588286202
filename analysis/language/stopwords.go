package language

// stopWords are the words of a language that are too common to say anything: its articles,
// pronouns, prepositions, conjunctions and auxiliaries. For languages whose list is in
// kljensen/snowball they only help to detect the language; see Detect.
var stopWords = map[string]map[string]bool{
	"en": wordSet(`the of and to in is that it was for on are as with his they be at have this from had by but not what were we when your
		there which their if will each about how them then she these would her him has been who its into than could did`),
	"fr": wordSet(`le la les de des du et est que qui dans une un en pour pas sur par au aux ce cette ces se ne plus avec sont il elle nous vous ils
		elles son sa ses leur leurs mais ou où être été avait était comme fait d l qu n s c j`),
	"es": wordSet(`el la los las de del y que en un una por con no se su sus para es al lo como más pero este esta fue ha son era entre cuando muy
		sin sobre también me ya hasta hay donde desde todo nos`),
	"ru": wordSet(`и в не на я что он с как это по но они к у ты из мы за вы так же от бы она о его для то все был была были ее их`),
	"sv": wordSet(`och i att det som en på är av för med till den har de inte om ett han men var jag från vi så kan när hade ut nu ska
		skulle sig hon där mot eller efter blev`),
	"no": wordSet(`og i det som på er av for med til den har de ikke om et en han men var jeg fra vi så kan når hadde skal skulle seg der mot eller etter ble
		også bli noe hva ut opp alle alt at da dem denne deres dette din disse du hans hennes her hos hvis hvor kunne man mange min over selv sin
		under vil ville å blir deg dere dersom enn gjennom gjør gjøre inn innen mellom mer mye noen nå oss slik uten meg`),
	"hu": wordSet(`a az és hogy nem is egy ez volt csak de meg mint már még ha ki van vagy el ezt azt be ő aki ami minden lesz majd mert
		úgy így ott itt után között`),
	"de": wordSet(`aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei beim bin bis bist da
		damit dann das dass daß dasselbe dein deine dem den denn der derselbe des dessen dich die dies diese diesem diesen dieser dieses dir doch dort du
		durch ein eine einem einen einer eines einige einigen einiger einmal er es etwas euch euer für gegen gewesen hab habe haben hat hatte hatten hier
		hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem ins ist jede jedem jeden jeder jedes jene jenem jenen jener jenes jetzt
		kann kein keine keinem keinen keiner können könnte man manche manchen mein meine mich mir mit muss musste nach nicht nichts noch nun nur ob oder
		ohne sehr sein seine seinem seinen seiner seines selbst sich sie sind so solche solchen soll sollte sondern sonst über um und uns unser unsere
		unter viel vom von vor während war waren warst was weg weil weiter welche welchem welchen welcher welches wenn werde werden wie wieder will wir
		wird wirst wo wollen wollte wurde wurden würde würden zu zum zur zwar zwischen`),
	"nl": wordSet(`aan af al alle alles als altijd ander andere ben bij daar dan dat de der deze die dit doch doen dit door dus een eens en er ge geen
		geweest haar had hadden heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je kan kon konden kunnen maar me meer men met mij mijn
		moet moeten na naar niet niets nog nu of om omdat onder ons onze ook op over reeds te tegen toch toen tot u uit uw van veel voor want waren was
		wat we werd werden wezen wie wij wil worden wordt zal ze zelf zich zij zijn zo zonder zou zouden`),
	"it": wordSet(`a ad agli ai al alla alle allo anche avere aveva c che chi ci co coi col come con contro così cui d da dagli dai dal dalla dalle
		dallo degli dei del dell dall nell sull all della delle dello di dov dove e è ed era erano essere fra già gli ha hanno ho i il in io l la le lei li lo loro lui ma me
		mi mia mio ne negli nei nel nella nelle nello noi non nostra nostro o ogni per perché però più poi prima quale quando quanto quella quelle quelli
		quello questa queste questi questo qui se sé senza si sia siamo sono sopra sotto stata stato sta su sua sue sugli sui sul sulla sulle suo suoi
		tra tu tutti tutto un una uno v vi voi`),
	"pt": wordSet(`a à ao aos aquela aquele aquilo as às até com como da das de dela dele deles depois do dos e é ela elas ele eles em entre era eram
		essa esse esta está estava este eu foi foram há isso isto já la lhe lhes lo mais mas me mesmo meu minha muito na não nas nem no nos nossa nosso num
		numa o os ou para pela pelas pelo pelos per por porque qual quando que quem são se seja sem ser seu seus só sua suas também te tem têm tinha toda todo todos tu
		um uma você vos`),
	"da": wordSet(`ad af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din disse dog du efter eller en end er et for fra
		ham han hans har havde have hendes her hos hun hvad hvis hvor i ikke ind jeg jer jo kan kunne man mange med meget men mig min mit mod ned noget
		nogle nu når og også om op os over på selv sig sin sit skal skulle som sådan til ud under var vi vil ville vor være været`),
	"fi": wordSet(`ei eivät emme en ennen ette että he heidän heille heitä hän häneen hänelle hänen häntä ja joita joka joissa jolla jonka jos jossa jota jotka
		josta kanssa keiden kenen kuin kuka kun ku me meidän mikä mikään mille minkä minä mitä mutta myös ne niiden niihin niille niin niitä nuo nyt näiden näitä nämä ole olemme
		olen olette oli olimme olin olisi olivat olla olleet ollut on ovat se sekä sen siihen siinä siitä sille sillä sinä sitä siis tai te tuo tämä tämän tähän tässä tästä tätä
		vaan vai vaikka vain yli yms joskus sitten kaikki ennen jälkeen mukaan`),
	"ro": wordSet(`a acea aceasta această aceste acestea acestei acesti acestui acolo acum ai al ale alt alta altceva am ar are as aș asta astfel atât au avea avem avut ca că care
		căci când cât cei cel cele celor chiar ci cine cu cum da dacă dar de deci deja deși despre din dintre doar după ea ei el ele era erau este eu face fi fie fost fără iar
		îi il îl în înainte între îs încă la le li lor lui mai mă mult ne ni nici nu o or ori până pe pentru peste poate prin sa să sau se și si sînt sunt spre sub sus te
		tot toate toți tu un una unde unei unele unor unui vă voi vor`),
	"tr": wordSet(`acaba ama ancak artık asla aslında az bana bazı belki ben beni benim beri bile bir biraz birçok biri birkaç bize biz bizim böyle bu buna bunda bundan bunlar
		bunu bunun burada çok çünkü da daha dahi de defa değil diye en fakat gibi göre hem hep her hiç için ile ise işte kadar karşı kendi kez ki kim kimse mı mi mu mü nasıl ne
		neden nerede niçin o olan olarak oldu olduğu olması olsa on ona ondan onlar onu onun orada oysa pek sadece sanki sen siz sonra şey şimdi şöyle şu tüm üzere var ve veya ya yani
		yok zaten`),
	"ar": wordSet(`في من على إلى الى عن أن ان إن كان كانت هذا هذه ذلك تلك التي الذي الذين هو هي هم نحن أنا أنت ما لا لم لن قد كل بعض بين بعد قبل عند مع أو او ثم حتى
		إذا اذا كما لكن غير أي اي منذ حيث وهو وهي وقد ولا وكان فيه فيها منه منها عليه عليها به بها له لها كانوا يكون تكون ليس أما أمام فوق تحت هناك هنا`),
	"ko": wordSet(`그 이 저 것 수 등 및 또 또는 그리고 그러나 하지만 그래서 있다 있는 있었다 없다 한다 하는 했다 된다 되는 때 더 안 못 잘 매우 그것은 이것은 우리는 나는 그는 그녀는`),
}

func isStopIn(code string) func(string) bool {
	words := stopWords[code]
	return func(word string) bool { return words[word] }
}
