// Package tokencount counts tokens on this machine. [Open] reads a vocabulary from a file, [OpenByName] looks where tiktoken and segls keep
// cl100k and o200k, and a [Program] is an external counter.
package tokencount
