// Package lab has the commands that measure: evaluate, sweep, methods and bench. No
// writer needs them; those who work on segls do.
package lab
