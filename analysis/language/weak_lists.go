package language

// weakIn are the words, in any inflection, that say little of what a text is about: auxiliaries
// and the verbs of saying and doing, quantities, common adverbs and adjectives. Those in English
// are given form by form, as a stem there may also be that of a word that says much.
var weakIn = map[string]map[string]bool{
	"en": weakEnglish,
	"fr": wordSet(`les cet être avoir faire pouvoir peut peuvent pouvez devoir doit doivent devez falloir faut aller vouloir savoir dire voir mettre prendre venir tenir
		utiliser utilisation permettre permet plus moins très aussi ainsi alors donc puis ensuite encore toujours jamais souvent déjà seulement simplement
		également cependant toutefois néanmoins lorsque lorsqu puisque quand comme comment pourquoi parce car chaque plusieurs certains certaines quelques
		autre autres même mêmes tout toute tous toutes premier première second deuxième dernier dernière nouveau nouvelle nouveaux nouvelles suivant suivante
		suivants suivantes deux trois quatre cinq dix fois cas exemple façon manière chose choses sorte partie lors sein afin selon pendant depuis avant après
		dont celui celle ceux celles ceci cela voici voilà ici là rien aucun bien mal grand grande petit petite bon bonne vous-même possible nécessaire
		différent différente`),
	"es": wordSet(`ser estar haber hacer poder puede pueden puedes podemos deber debe deben debes tener tiene tienen tienes ir querer quiere quieres saber decir ver
		poner dar usar utilizar usando uso permitir permite más menos muy también así entonces luego después aún siempre nunca ya solo sólo solamente
		simplemente además embargo aunque mientras cuando como cómo porque pues según durante desde antes dentro fuera cada varios varias algunos algunas otro
		otra otros otras mismo misma mismos todo toda todos todas primer primero primera segundo último última nuevo nueva nuevos nuevas siguiente siguientes
		dos tres cuatro cinco diez vez veces caso ejemplo forma manera cosa cosas tipo parte aquí allí ahí nada algo alguien nadie gran grande pequeño bueno
		buena bien mal posible necesario diferente diferentes`),
	"it": wordSet(`essere avere fare potere può possono puoi dovere deve devono devi andare volere vuole vuoi sapere dire vedere mettere dare usare utilizzare usando
		permettere permette più meno molto anche così allora quindi poi ancora sempre mai già solo soltanto semplicemente inoltre tuttavia mentre quando come
		perché poiché secondo durante dopo prima dentro fuori ogni diversi diverse alcuni alcune altro altra altri altre stesso stessa stessi tutto tutta
		tutti tutte primo seconda ultimo ultima nuovo nuova nuovi nuove seguente seguenti due tre quattro cinque dieci volta volte caso esempio modo maniera
		cosa cose tipo parte qui qua là niente nulla qualcosa qualcuno nessuno grande piccolo buono bene male possibile necessario`),
	"pt": wordSet(`ser estar haver fazer poder pode podem podemos dever deve devem ter tem têm ir querer quer saber dizer ver pôr dar usar utilizar usando uso permitir
		permite mais menos muito também assim então depois ainda sempre nunca já só apenas somente simplesmente além entretanto porém contudo embora enquanto
		quando como porque pois segundo durante desde antes dentro fora cada vários várias alguns algumas outro outra outros outras mesmo mesma todo toda
		todos todas primeiro primeira segunda último última novo nova novos novas seguinte seguintes dois duas três quatro cinco dez vez vezes caso exemplo
		forma maneira coisa coisas tipo parte aqui ali lá nada algo alguém ninguém grande pequeno bom boa bem mal possível necessário diferente diferentes
		você vocês`),
	"ro": wordSet(`fi fiind avea face putea poate pot puteți trebuie vrea ști spune vedea pune da utiliza folosi utilizați utilizând permite selectați faceți mai foarte
		așa atunci apoi încă mereu niciodată deja numai însă totuși deși când cum pentru după conform înainte următoarea următoarele următorul următorii dacă
		acest această aceste acești fiecare multe câteva alt altă alte același aceeași tot toată toți toate primul prima ultimul nou nouă noi două doi trei
		patru cinci zece dată ori caz cazul exemplu mod modul lucru lucruri tip parte aici acolo nimic ceva cineva nimeni mare mic bun bine posibil necesar
		diferit`),
	"de": wordSet(`kann kannst können könnt könnte könnten muss musst müssen müsst soll sollen sollte sollten sollst darf dürfen mag möchte möchtest möchten will willst
		wollen lassen lässt lass machen macht gehen geht kommen kommt geben gibt sagen sehen siehe wissen finden verwenden verwendet verwende verwendest
		benutzen nutzen befinden befindet brauchen brauchst haben sein werden dein deine deinen deinem deiner eure euren unser ihrem ihren folgend folgende
		folgenden folgender folgendes ander andere anderen anderem anderer bestimmte bestimmten verschiedene verschiedenen sehr mehr weniger auch also dann
		danach davor noch immer nie niemals oft bereits schon nur lediglich einfach außerdem jedoch allerdings obwohl während wenn sobald wie warum weil denn
		gemäß seit vor nachdem bevor innerhalb außerhalb sowohl sowie derzeit dadurch daher deshalb dafür dazu dabei darauf daran davon damit hierbei hier
		dort jetzt heute jeder jede jedes mehrere einige wenige alle beide selbe gleiche gleichen ganz ganze erste ersten erster zweite zweiten dritte letzte
		letzten neu neue neuen neuer neues zwei drei vier fünf zehn mal fall fälle beispiel beispielsweise weise art teil ding dinge sache sachen nichts etwas
		jemand niemand groß große großen klein kleine gut gute guten möglich nötig`),
	"nl": wordSet(`kan kunt kunnen kon konden moet moeten mag mogen zal zullen zou zouden wil wilt willen laat laten maak maakt maken gaat gaan komt komen geeft geven
		zeggen zien zie weten vinden gebruik gebruikt gebruiken hebben zijn worden uw jouw jullie volgend volgende ander andere anderen bepaald bepaalde
		verschillende zeer meer minder ook dus dan daarna nog altijd nooit vaak al reeds alleen slechts gewoon eenvoudig bovendien echter hoewel terwijl
		wanneer als hoe waarom omdat want volgens sinds voordat nadat binnen buiten zowel evenals daardoor daarom daarvoor hiermee hier daar nu vandaag elk
		elke ieder iedere meerdere enkele sommige alle beide zelfde hetzelfde dezelfde eerste tweede derde laatste nieuw nieuwe twee drie vier vijf tien keer
		geval gevallen voorbeeld bijvoorbeeld manier soort deel ding dingen niets iets iemand niemand groot grote klein kleine goed goede mogelijk nodig klik
		selecteer`),
	"sv": wordSet(`kan kunna måste bör skulle får vill vilja ska låter gör göra går gå kommer komma ger ge säga se ser veta hitta använd använder använda används ha vara
		bli blir finns din ditt dina följande annan annat andra viss vissa olika mycket mer mindre också alltså sedan därefter ännu alltid aldrig ofta redan
		bara endast enkelt dessutom dock även medan när om hur varför eftersom enligt innan efter inom utanför både samt därför här där nu idag varje flera
		några alla båda samma första tredje sista ny nya nytt två tre fyra fem tio gång gånger fall exempel exempelvis sätt slags del sak saker inget något
		någon ingen stor stora liten lilla bra möjlig möjligt nödvändigt välj klicka`),
	"da": wordSet(`kan kunne må skal bør får vil ville lader gør gøre går gå kommer komme giver give sige se ser vide finde brug bruger bruge bruges anvend anvendes have
		være blive bliver findes din dit dine følgende anden andet andre visse forskellige meget mere mindre også altså derefter endnu altid aldrig ofte
		allerede kun blot desuden dog selvom mens når hvis hvordan hvorfor fordi ifølge før efter inden uden både samt derfor her der nu i dag hver hvert
		flere nogle alle begge samme første tredje sidste ny nye nyt to tre fire fem ti gang gange tilfælde eksempel eksempelvis måde slags del ting intet
		noget nogen ingen stor store lille små god gode mulig muligt nødvendigt vælg klik dette disse`),
	"no": wordSet(`kan kunne må skal bør får vil ville lar gjør gjøre går gå kommer komme gir gi si se ser vite finne bruk bruker bruke brukes ha være bli blir finnes
		din ditt dine følgende annen annet andre visse forskjellige ulike mye mer mindre også altså deretter ennå alltid aldri ofte allerede bare kun dessuten
		imidlertid selv om mens når hvis hvordan hvorfor fordi ifølge før etter innen uten både samt derfor her der nå i dag hver hvert flere noen alle begge
		samme første tredje siste ny nye nytt to tre fire fem ti gang ganger tilfelle eksempel måte slags del ting ingenting noe ingen stor store liten små
		god gode mulig nødvendig velg klikk dette disse`),
	"fi": wordSet(`voi voit voivat voida voidaan pitää täytyy tulee pitäisi haluat haluaa tehdä tekee mennä tulla antaa sanoa nähdä tietää löytää käyttää käytetään käytä
		käyttämällä olla ollut ole olet ovat luoda seuraava seuraavat seuraavassa seuraavia muu muut muita toinen toisen tietty tietyt eri erilaiset hyvin
		enemmän vähemmän myös siis sitten jälkeen vielä aina koskaan usein jo vain ainoastaan lisäksi kuitenkin vaikka kun miten miksi koska mukaan ennen
		sisällä ulkopuolella sekä siksi tässä siellä nyt tänään oleva olevat jäljellä jokainen jokaisen useita useat jotkut kaikki molemmat sama saman
		ensimmäinen ensimmäisen kolmas viimeinen uusi uuden uudet kaksi kolme neljä viisi kymmenen kerran kertaa tapaus esimerkki esimerkiksi tapa tavalla osa
		asia asiat mitään jotain joku kukaan suuri pieni hyvä mahdollista tarpeen valitse napsauta`),
	"hu": wordSet(`lehet kell tud tudja tudjuk akar szeretne csinál megy jön ad mond lát tudni talál használ használja használata használhatja lenni volt lesz hoz
		következő más másik bizonyos különböző nagyon több kevesebb szintén tehát aztán majd még mindig soha gyakran már csak csupán továbbá azonban bár míg
		amikor ha hogyan miért mert szerint előtt után belül kívül valamint ezért itt ott most ma minden egyes néhány összes mindkét ugyanaz azonos első
		második harmadik utolsó új két kettő három négy öt tíz alkalommal eset esetén esetben példa például mód módon fajta rész dolog dolgok semmi valami
		valaki senki nagy kis kicsi jó lehetséges szükséges válassza kattintson ezt azt ezek azok amely amelyek ami aki`),
	"ru": wordSet(`который которая которое которые которого которой которых которым которую это этот эта эти этого этой этих этим эту тот та те того той тех тем весь вся
		всё все всего всех всем каждый каждая каждое каждого мочь может могут можно можем можете могли быть является являются стать должен должна должны нужно
		необходимо надо следует хотеть хотите хочет делать делает сделать идти прийти дать говорить сказать сказал видеть знать знает найти использовать
		используйте использует используется используя иметь имеет ваш ваша ваше ваши вашего вашей вашем свой своя свои своего своей мой моя наш наша их его её
		следующий следующая следующие другой другая другие других некоторые разные различные очень более менее также тоже поэтому потом затем ещё всегда
		никогда часто уже только лишь просто кроме однако хотя пока когда если как почему потому согласно после перед внутри вне либо здесь там теперь сейчас
		сегодня например обратите внимание чтобы что-то кто-то несколько оба сам сама само сами самый такой такая такие такого первый первая первое второй
		третий последний новый новая новое новые два две три четыре пять десять раз раза случай случае пример примере способ образом вид часть вещь вещи
		ничего никто большой маленький хороший хорошо возможно данный данном вместо`),
	"tr": wordSet(`olabilir gerekir gerek gerekli lazım yapmak yapın yapar gitmek gelmek vermek demek görmek bilmek bulmak kullanmak kullanın kullanılır kullanarak olmak
		olur eder etmek edin için geçerlidir seçin tıklayın aşağıdaki diğer bazı belirli farklı çok daha ayrıca böylece ardından sonra henüz hep hiç sık zaten
		yalnızca sadece basitçe üstelik ancak fakat rağmen iken ne zaman eğer nasıl neden çünkü göre önce içinde dışında hem bu nedenle burada orada şimdi
		bugün her birden birçok birkaç tüm bütün iki üç dört beş on aynı ilk ikinci üçüncü son yeni kez kere durum durumda örnek örneğin şekilde yol tür parça
		şey şeyler hiçbir bir biri kimse büyük küçük iyi mümkün sizi size sizin şunlar bunlar`),
	"ar": wordSet(`يمكن يجب ينبغي يريد تريد فعل يفعل ذهب جاء أعطى قال رأى عرف وجد يكون تكون التالي التالية آخر أخرى الأخرى بعض معين
		مختلف مختلفة جدا أكثر أقل أيضا أيضًا لذلك بعدها دائما أبدا غالبا بالفعل فقط ببساطة ومع رغم بينما عندما كيف لماذا لأن حسب وفقا قبل داخل خارج كلا هنا
		هناك الآن اليوم كل عدة جميع كلاهما نفس الأول الأولى الثاني الثانية الأخير جديد جديدة اثنان ثلاثة أربعة خمسة مرة مرات حالة طريقة نوع جزء شيء أشياء
		كبير صغير جيد ممكن ضروري انقر حدد خلال يتم يمكنك`),
	"ko": wordSet(`있습니다 있다 합니다 됩니다 수 것 때 등 위해 통해 대한 대해 다음 다른 모든 같은 여러 어떤 이런 그런 많은 매우 더 또한 따라서 그리고 하지만 그러나 그런데 만약 경우 예를 예시 방법 부분 첫 번째 두 세 새로운 가장 이제 여기 거기 지금 오늘 사용 사용하여
		사용할 사용하는 하나 하나의 아래 위의 우리 여러분 당신`),
	"zh": wordSet(`使用 可以 一些 通常 允许 需要 如果 可能 能够 进行 例如 其中 所有 任何 应该 必须 已经 始终 此代 以下 情况 时候 以及 或者 一个 两个 每个 某个 这样 那样 什么 怎么 如何 因为 所以 但是 然后 同时 不同
		相同 当前 之前 之后 其他 例子 示例 注意`),
	"ja": wordSet(`場合 可能 必要 以下 最後 同時 上記 同様 使用 利用 方法 一部 全て 次回 今回 一度 二度 最初 以上 参照 例え 自体 通常 現在`),
}
