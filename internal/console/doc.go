// Package console is what the commands of segls share: which texts a command reads and in
// what order it writes about them, settings as flags, output to a terminal or a file, and
// exit codes.
package console
