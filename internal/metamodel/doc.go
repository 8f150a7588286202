// Package metamodel checks messages against the Language Server Protocol.
//
// Some mistakes of a language server are ignored by one editor and break another: a null for a
// list, a negative position, a refresh for an editor that has not stated the capability. A
// [Validator] reports each of them:
//
//	v := metamodel.NewValidator()
//	for _, violation := range v.CheckMessage(metamodel.FromServer, raw) {
//		fmt.Println(violation)
//		// textDocument/foldingRange: result[3].endLine: missing, want uinteger
//	}
//
// # What is checked
//
// There are three layers. As a rule, each is checked only if the one before has no problem:
//
//   - The envelope: JSON-RPC 2.0 as the protocol narrows it. No batches, ids
//     that are integers or strings, either a result or an error.
//   - The shapes: parameters and results against the model of the protocol, a
//     response against the request that it answers, directions.
//   - The meaning: what the specification demands in prose. A range does not
//     end before it starts, a symbol is inside its parent, diagnostics are never
//     of an older version, a client gets only the requests whose capability it
//     has stated. These rules are in tables, one rule in each row.
//
// The server must obey all of them. Unknown properties from the client are accepted, since editors
// send some. Of the third layer, the client must obey only a few rules: those for the life cycle, the
// synchronization of documents, ids and tokens, and answers.
//
// Methods under segls/ and $/ that the protocol does not define are accepted
// with any parameters and any result.
//
// # What a recording cannot show
//
// A conversation is recorded at the client: a message from the server may have
// been written before the server read what the client sent last. Where a rule
// depends on that, it is applied once the server has shown that it knows, for
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
// The file has one item per line, sorted by name, so that changes are readable in a diff.
package metamodel
