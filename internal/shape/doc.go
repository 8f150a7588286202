// Package shape keeps the shape of texts, that is, their fragments as shown, in the user's state
// folder, so that they are shown again the next day and in another editor.
//
// Each text has a file of its own, named by a keyed hash of the text's path, that holds the path,
// hashes of paragraphs and the titles of fragments: [analysis.Kept]. The key is random and private
// to the user, so nobody else can test the hashes for a paragraph. A file is replaced by renaming,
// and its contents are verified by a checksum: a damaged file counts as missing. Programs need no
// lock: if two write at once, the one whose text is on disk wins.
//
// A text without a shape takes over the shape of a text whose file is gone: the one with the most paragraphs in
// common, if these are at least half. So renamed and moved files keep their shapes.
package shape
