// Package console holds what the commands of segls share: which texts a command reads and the order
// in which it writes about them, settings as flags, output to a terminal or a file, and exit codes.
package console
