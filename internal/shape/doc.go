// Package shape keeps the shape of texts, that is, their fragments as shown, in the user's state
// folder, so that they are shown again the next day and in another editor.
//
// Each text has a file of its own, named by a keyed hash of the text's path, that holds the path,
// hashes of paragraphs and the titles of fragments: [analysis.Kept]. The key is random and private
// to the user, so nobody else can test the hashes for a paragraph. A file is replaced by renaming,
// and its contents are checked by a sum: a damaged file counts as missing. Programs need no lock:
// of two that write, the one whose text is on disk wins.
//
// A text without a state takes the state of a text whose file is gone and with which it has most
// paragraphs in common, at least half of them: so renamed and moved files keep their shapes.
package shape
