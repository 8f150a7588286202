package work

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// This file lists the usual names of files and folders in several languages.

// beforeBook and afterBook hold the names of front and back matter, in order.
var beforeBook = wordOrder(`cover cover-page titlepage title-page title half-title halftitle halftitlepage front frontmatter front-matter titel titelseite titre portada copertina
	copyright imprint impressum toc dedication widmung dédicace dedicatoria dedica dedicatória dedykacja посвящение 献词 獻詞 献辞 헌사
	epigraph motto épigraphe epígrafe эпиграф
	abstract zusammenfassung résumé resumen contents inhalt inhoud sumário innehåll sisällys содержание оглавление spis-treści 目录 目錄 目次 차례 목차
	foreword geleitwort vorwort avant-propos préface prólogo-del-editor prefacio prefazione preface prefácio voorwoord voorrede förord forord
	esipuhe alkusanat предисловие przedmowa 序 序言 自序 前言 まえがき 前書き はじめに 머리말 서문 acknowledgements-front
	about-this-book index _index main introduction intro einleitung einführung introducción introduzione introdução inleiding inledning
	innledning indledning johdanto введение вступление wstęp wprowadzenie 引言 들어가며
	prologue prolog prólogo prologo proloog prologi пролог 序章 楔子 引子 プロローグ 프롤로그 서장`)

var afterBook = wordOrder(`epilogue epilog épilogue epílogo epilogo epiloog epilogi эпилог 终章 終章 尾声 尾聲 エピローグ 에필로그 종장
	afterword nachwort postface posfacio postfazione posfácio nawoord efterord etterord jälkisanat loppusanat послесловие posłowie
	后记 後記 跋 あとがき 後書き おわりに 후기 맺음말 작가의-말
	postscript postscriptum conclusion conclusions schluss fazit conclusión conclusioni conclusão slutord заключение zakończenie coda outro
	appendices appendix anhang annexes annexe apéndice appendice apêndice bijlage bijlagen bilaga bilag vedlegg liite приложение dodatek
	附录 附錄 付録 부록
	endnotes backmatter back-matter back glossary glossar glossaire glosario glossário глоссарий bibliography bibliographie bibliografía bibliografia references literatur
	acknowledgements acknowledgments thanks thank-you danksagung remerciements agradecimientos ringraziamenti agradecimentos dankwoord
	kiitokset благодарности podziękowania 致谢 致謝 謝辞 감사의-말 about-the-author author-bio über-den-autor credits colophon uncopyright`)

// besideBook holds the names of files and folders that are not part of a book's text.
var besideBook = wordOrder(`readme license licence copying authors contributing contributors changelog changes history news security support todo todos tasks
	notes note notizen notas idee ideen ideas outline outlines plan plot synopsis exposé summary characters character figuren personen
	personnages personajes worldbuilding world setting settings timeline zeitleiste research recherche sources scratch draft drafts
	entwurf entwürfe brouillon brouillons old archive archiv backup backups trash deleted cut cuts unused snippets templates template
	style styleguide style-guide assets images img media pictures figures bilder build dist out output export exports tools scripts bin src lib`)

// partNames holds the words for parts of a book that precede their numbers.
var partNames = wordOrder(`chapter chap part section book act canto kapitel teil abschnitt buch akt chapitre partie livre acte
	capítulo capitulo parte sección libro acto capitolo sezione atto hoofdstuk deel kapittel del luku osa глава часть rozdział część`)

// foldersOfChapters are the usual names of a folder that holds the chapters of a book, beside its notes.
var foldersOfChapters = wordOrder(`chapters kapitel chapitres capítulos capitulos capitoli`)

func isFolderOfChapters(name string) bool { return foldersOfChapters[plainName(name)] > 0 }

// foreignNames are words that show that numbered files are not a book: before the numbers, or as the name of the folder.
var foreignNames = wordOrder(`test tests testcase testcases testdata fixture fixtures spec specs case cases sample samples example examples demo demos
	input inputs output outputs expected actual golden snapshot snapshots bench benchmark benchmarks data dataset datasets corpus train dev val eval
	exercise exercises challenge challenges ex hw homework homeworks assignment assignments problem problems quiz quizzes exam exams question questions solution
	solutions answer answers puzzle kata katas lab labs day days week weeks month months year years daily weekly monthly
	rfc rfcs adr adrs decision decisions decision-record decision-records pep peps eip eips bip bips nip nips kep keps proposal proposals rule
	issue issues bug bugs pr prs ticket tickets advisory cve migration migrations patch patches fix fixes
	v ver version versions release releases rev revision revisions build changelog changelogs log logs report reports meeting meetings minutes
	invoice invoices receipt receipts mail mails email emails message messages chat dump file files doc document documents untitled
	new-document img image images photo photos scan scans fig figure figures table tables slide slides
	man http https error errors code codes api post posts blog blogs _posts article articles tweet tweets podcast podcasts snippet snippets
	note notes memo memos todo todos task tasks step item items page copy bak tmp temp foo bar baz option options
	docset job jobs run runs host server node worker level grade team group user users person prompt prompts response responses license licenses
	cron sql css js php go py rust java lab wiki vendor third-party node-modules site-packages`)

// versionWords are the words before the number of a version.
var versionWords = wordOrder(`v ver version versión versione rev revision draft draught entwurf fassung brouillon borrador bozza edit take copy kopie try`)

// supersededWords are words at the end of the name of a file that another file has replaced.
var supersededWords = wordOrder(`old bak backup copy orig original unused deleted cut alt alte ancien ancienne vieux viejo vecchio kopie copie copia`)

// personalFolders are the folders in which systems keep all of a user's files.
var personalFolders = wordOrder(`desktop documents downloads my-documents schreibtisch dokumente bureau téléchargements escritorio documentos descargas
	scrivania documenti scaricati transferências`)

// wordOrder maps the words of a list to their positions, counted from 1.
func wordOrder(list string) map[string]int {
	places := make(map[string]int)
	for i, name := range strings.Fields(list) {
		places[name] = i + 1
	}
	return places
}

// plainName returns the name of a file or folder in the form used in these lists.
func plainName(name string) string {
	return strings.ReplaceAll(normalizeWords(strings.TrimSuffix(name, path.Ext(name))), " ", "-")
}

// frontOrBackPlace returns a negative number for the name of a file before the chapters of a book, a positive number for one after them,
// and 0 for others.
func frontOrBackPlace(name string) int {
	stem := plainName(name)
	if i := beforeBook[stem]; i > 0 {
		return i - len(beforeBook) - 1
	}
	if i := afterBook[stem]; i > 0 {
		return 100 * i
	}
	if first, _, isMore := strings.Cut(stem, "-"); isMore && appendixWords[first] > 0 { // appendix-a
		return 100*afterBook[first] + 1
	}
	if letteredAppendix.MatchString(stemOf(name)) {
		return 100*afterBook["appendix"] + 1
	}
	return 0
}

// appendixWords are the words that begin the names of appendices. They are all in afterBook.
var appendixWords = wordOrder(`appendix anhang annexe apéndice appendice apêndice bijlage bilaga bilag vedlegg liite приложение dodatek 附录 附錄 付録 부록`)

// letteredAppendix matches short names of appendices: apA, app_B.
var letteredAppendix = regexp.MustCompile(`^[Aa]pp?x?[-_ ]?[A-Z]$`)

// isOutsideBook reports whether a name, such as character-ann or README-de, shows that a file or folder is not part of a book's text.
func isOutsideBook(name string) bool {
	plain := plainName(name)
	first, rest, isMore := strings.Cut(plain, "-")
	return besideBook[plain] > 0 || isMore && (notesOfNovel[first] > 0 || translated[first] > 0 && isLanguageTag(rest))
}

// isLanguageTag reports whether a text is the tag of a language that has a code of two letters, such as de and pt-br.
func isLanguageTag(text string) bool {
	tag, err := language.Parse(text)
	base, _ := tag.Base()
	return err == nil && len(base.String()) == 2
}

// notesOfNovel are the words that begin the names of a novelist's notes.
var notesOfNovel = wordOrder(`character characters figur personnage personaje personaggio setting settings worldbuilding`)

// translated are the words that begin the names of files that may exist in several languages beside a book.
var translated = wordOrder(`readme license licence contributing`)

// isForeign reports whether a name, such as decision-record, shows that a folder with it, or numbers after it, do not belong to a book.
func isForeign(name string) bool {
	words := strings.Split(plainName(name), "-")
	return foreignNames[strings.Join(words[max(0, len(words)-2):], "-")] > 0 || isYear(name)
}

// isOfTests reports whether a folder holds texts for tests.
func isOfTests(folder string) bool {
	return slices.Contains([]string{"test", "tests", "testdata", "fixture", "fixtures"}, plainName(folder))
}

// countTextsIn returns the number of texts in a folder, without texts in its subfolders.
func (r *reader) countTextsIn(folder string) (texts int) {
	for _, name := range r.namesIn(folder) {
		if r.isText(name) {
			texts++
		}
	}
	return texts
}

// isDaily reports whether the text after a number begins with the name of a period, as in 01_Day_Introduction.
func isDaily(rest string) bool {
	first := strings.Fields(normalizeWords(rest))
	return len(first) > 0 && slices.Contains([]string{"day", "days", "week", "weeks", "month", "months", "일", "월", "주차"}, first[0])
}

// ofCourse matches the names of folders that hold a week or an exercise of a course: week7-apis, lab_2.
var ofCourse = regexp.MustCompile(`(?i)^(?:day|week|month|lab|exercise|homework|hw|assignment)s?[-_ ]?[0-9]`)

// isYear reports whether a name begins with four digits, as in folders of posts and minutes.
func isYear(name string) bool {
	return len(name) >= 4 && strings.IndexFunc(name[:4], func(r rune) bool { return !isDigit(r) }) < 0
}

// IsPersonal reports whether a folder on disk is the user's home, one that contains homes, or one for a user's files of all kinds.
func IsPersonal(folder string) bool {
	home, err := os.UserHomeDir()
	if err == nil && folder == filepath.ToSlash(home) {
		return true
	}
	return slices.Contains([]string{"/", "/home", "/Users", "/root"}, folder) || personalFolders[plainName(path.Base(folder))] > 0
}
