// Package command declares each command once: its name, its purpose, the function that computes its edit or change, and where VS Code and
// Neovim offer it. The server executes the commands in [All]; the commands of editors/vscode/package.json and their titles,
// editors/nvim/lua/segls/commands.lua and the commands in docs/extensions.md are generated from it.
//
// A command works on a text and places in it, given as offsets in bytes and ids: it knows no protocol.
package command
