// Package metamodel reports whether a conversation keeps to the Language Server
// Protocol.
//
// A language server can be wrong in ways that one editor forgives and another
// answers with silence: a null where the protocol wants a list, a position
// that is negative, a refresh that the editor never said it understands. A
// [Validator] listens to a conversation and names each such place:
//
//	v := metamodel.NewValidator()
//	for _, violation := range v.Message(metamodel.FromServer, raw) {
//		fmt.Println(violation)
//		// textDocument/foldingRange: result[3].endLine: missing, want uinteger
//	}
//
// # What is checked
//
// Three layers, each only where the one before found nothing:
//
//   - The envelope: JSON-RPC 2.0 as the protocol narrows it. No batches, ids
//     that are integers or strings, either a result or an error.
//   - The shapes: parameters and results against the model of the protocol, a
//     response against the request that it answers, directions.
//   - The meaning: what the specification demands in prose. A range does not
//     end before it starts, a symbol lies inside its parent, diagnostics never
//     fall back to an older version, nothing is asked of a client that did not
//     state the capability. These rules stand as tables, one row a rule.
//
// The server is held to all of it. From the client unknown properties are
// accepted, since editors send some, and the third layer is limited to the
// life cycle and to the synchronisation of documents.
//
// Methods under segls/ and $/ that the protocol does not define are accepted
// with any parameters and any result.
//
// # What a recording cannot show
//
// A conversation is recorded at the client: a message from the server may have
// been written before the server read what the client sent last. Where a rule
// depends on that, it waits until the server has shown that it knows, for
// example by answering a later request.
//
// # The model
//
// model.json is generated from the TypeScript declarations in the npm package
// vscode-languageserver-protocol and committed; neither building nor using this
// package needs Node. To move to a newer protocol, raise the versions in
// generate/package.json and run
//
//	cd internal/metamodel/generate && npm install && npm run generate
//
// One thing stands on one line, sorted by name, so that the change reads well
// as a diff.
package metamodel
