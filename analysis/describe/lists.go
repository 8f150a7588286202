package describe

// Words that name nothing by themselves, and words that affect a phrase.
var (
	emptyAdjectives = newWordSet(`many much few several various other others another such same own new old good great little big small large long short
		high low first second third last next previous following above below main major minor different similar certain particular specific special
		general common usual regular normal typical single multiple additional further extra full whole entire complete important useful available possible
		necessary required current present recent early late modern simple easy hard difficult clear real true actual very more most less least better best
		worse worst only even both all any each every some given appropriate suitable relevant respective certain numerous countless enough sufficient
		interesting nice basic key standard default optional able likely corresponding so-called well-known above-mentioned aforementioned resulting
		said poor dear fine strange mere peculiar used proposed amongst amidst betwixt half two three four five six ten one`)

	emptyHeads = newWordSet(`mile pound shilling penny pence guinea yard dollar way ways part parts method methods user users thing things kind kinds sort sorts type types case cases example examples number
		numbers lot lots time times day days year years moment moments end ends one ones piece pieces side sides set sets list lists series bit bits
		place places fact facts point points reason reasons result results question questions answer answers word words people man men person woman women
		hand hands eye eyes face faces head heads voice mind heart arm arms foot feet back front top bottom rest use need section sections chapter chapters
		page pages following above below value values name names item items information detail details step steps task tasks option options
		line lines feature features problem problems issue issues change changes something anything nothing everything group groups form forms
		amount amounts sense idea ideas thought thoughts look order course matter matters something level levels area areas variety range
		week weeks month months hour hours minute minutes morning evening afternoon night nights today tomorrow yesterday while couple pair
		bunch handful others anybody everybody nobody somebody anyone everyone someone half world life lives purpose fashion manner behavior behaviour note notes figure table approach addition instance means
		length distance direction degree air chance trouble doubt start beginning middle majority total figures sample samples scenario support version versions afterwards today tomorrow yesterday sooner later astir listing listings ie eg whew hush ha mm cm km kg mg ml kb mb gb ms px pt am pm`)

	emptyVerbs = newWordSet(`use see make do have be get note let want need consider suppose recall take give keep know think say tell look go come become
		help try seem ask find put start begin allow provide ensure include understand learn work happen remember imagine assume show start like read refer
		visit click choose select check follow follows please feel leave thank observe fix mean call`)

	// noHeads are words that the tagger takes for nouns but that cannot end a phrase.
	noHeads = newWordSet(`awhile everything anything nothing everybody anybody nobody something somebody today tomorrow yesterday tonight to-day to-morrow to-night presently alone together yonder somewhere somewheres anyhow mine yours hers ours theirs o em
		thereupon onwards onward aloud aforesaid afterwards afterward upwards downwards backwards forwards outward inward hither thither till midday
		blew flew leapt swept wept crept strode swore swam sank sprang flung clung wrung shook drew threw grew`)

	// subordinate are words before a clause with a subject; asks are words before a subject whose verb follows it.
	subordinate = newWordSet("as because if when while that since although where unless whether which whom who")
	asks        = newWordSet("do does did")

	// relations are prepositions that may join a phrase to an event or an action.
	relations = newWordSet("of for in on with between to from against about at into without under over through as")

	// adverbial are nouns that belong to the preposition before them, and not to what follows.
	adverbial = newWordSet("practice fact example general particular course theory principle addition contrast turn short effect time times instance default")

	numbers = newWordSet(`two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty
		seventy eighty ninety hundred hundreds thousand thousands million millions dozen dozens`)
	weekdays = newWordSet("monday tuesday wednesday thursday friday saturday sunday")
	months   = newWordSet("january february march april may june july august september october november december")
	nobodys  = newWordSet("body else anybody everybody nobody somebody anyone everyone someone something anything nothing everything one other others another")
	pointing = newWordSet("this that these those such no another every each both any some")

	// announces are verbs by which a text announces its topic, and pieces are names of its parts.
	announces = newWordSet(`introduce introduces introduced present presents presented discuss discusses discussed describe describes described explain explains
		explained evaluate evaluates show shows cover covers covered investigate investigates study studies consider considers analyze analyzes analyse analyses
		examine examines review reviews reviewed propose proposes proposed develop develops outline outlines summarize summarizes explore explores report reports focus focuses
		address addresses define defines walk walks document documents`)
	pieces = newWordSet("chapter section part paper article thesis page document tutorial guide note post lecture appendix report documentation recipe")
)
