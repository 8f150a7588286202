// Package client is a minimal client for measuring and testing a language server.
package client
