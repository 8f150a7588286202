// Package recording records the conversation between an editor and a language server, to be read
// and checked afterwards.
//
// A recording is a text file with one line of JSON for each message, in the
// order in which the recorder saw them:
//
//	{"from":"client","ms":0,"message":{"jsonrpc":"2.0","id":1,"method":"initialize",...}}
//	{"from":"server","ms":3,"message":{"jsonrpc":"2.0","id":1,"result":{...}}}
//	{"from":"server","ms":5,"malformed":"debug: opened\n"}
//
// Bytes that are not a message are recorded as malformed, cut to 1000 in an entry: a server that
// prints to its standard output breaks the conversation, and the recording shows where.
//
// A message is recorded before it is passed on, so that an answer never precedes its request.
package recording
