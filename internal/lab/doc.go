// Package lab holds the commands that measure: evaluate, sweep, methods, titles and bench. They are
// for developers of segls.
package lab
