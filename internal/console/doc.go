// Package console holds what the commands of segls share, such as their inputs, flags for settings, output and exit codes.
package console
