// Package client is a minimal client of a language server, to measure and test one.
package client
