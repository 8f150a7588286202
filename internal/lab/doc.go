// Package lab holds the commands that measure, which are for developers of segls.
package lab
