// Package shape keeps what is shown of texts, their shape, in the user's state folder, so that it is shown again the next
// day and in another editor.
//
// Each text has a file of its own, called by a keyed hash of the text's path, that holds the path, hashes of paragraphs
// and the titles of fragments: [analysis.Kept]. The key is random and the user's own, so that nobody else can ask the
// hashes for a paragraph. A file is replaced by renaming, and its last line is checked by a sum: whatever is damaged
// counts as missing. Programs need no lock: of two that write, the one whose text is on disk wins.
//
// A text without a state takes that with which it has most paragraphs in common, if that is half of them and its own file is
// gone: so renaming and moving files keeps their shapes.
package shape
