// Package tokencount has what counts tokens on this machine: [Open] reads the vocabulary in a file, [Find] looks where tiktoken and
// segls keep cl100k and o200k, and a [Program] counts by any other means: texts go in as JSON strings, a line each, and numbers
// come out.
package tokencount
