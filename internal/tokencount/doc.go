// Package tokencount counts tokens on this machine. [Open] reads a vocabulary from a file, [OpenByName] looks where
// tiktoken and segls keep cl100k and o200k, and a [Program] is an external counter, which reads texts as JSON
// strings, one per line, and writes their numbers of tokens.
package tokencount
