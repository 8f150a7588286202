// Package measure has the commands that measure: evaluate, sweep, methods and bench. No
// writer needs them; whoever works on segls does.
package measure
