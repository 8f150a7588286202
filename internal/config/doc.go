// Package config finds settings in files and says where each of them was set.
//
// A writer's settings are in several places: in files of their own beside the text, in
// the editor, on the command line. The package reads the files and merges all these
// sources key by key; the nearest to the text wins.
//
// # The file
//
// A settings file is TOML. Its keys are the names of settings, and tables under
// overrides hold settings for the files that a glob matches:
//
//	preferred-words = 400
//
//	[overrides."letters/**"]
//	preferred-words = 150
//
// Globs are relative to the file's folder, with / between names on every system. A
// glob without / matches a file of that name in any folder below.
//
// # The order
//
// From the weakest to the strongest, a setting comes from:
//
//  1. its declaration,
//  2. the user's own file ([UserFile]) and the overrides in it,
//  3. the editor,
//  4. the files called [Name] in the folders above the document, the outermost
//     first,
//  5. the overrides in those files, again the outermost first, and of the overrides
//     in one file the later ones after the earlier,
//  6. the document itself,
//  7. a flag, or what was set for the session.
//
// The search for files goes up from the document's folder, wherever the program
// was started, and ends at the folder of the workspace or the user's home, whichever
// it meets first.
//
// # Mistakes
//
// A mistake in a file becomes a [Problem] with its place in bytes, and the valid rest of the file still counts. A
// key with an invalid value keeps the value that it had when the file was last read. If the syntax of a file is
// broken, or the file cannot be read, all its keys keep their values. Keep the [Cache] for that purpose. A deleted
// file no longer has any effect.
//
// The package is generic over the struct that holds the settings, which it knows
// only by their declarations, a [setting.List].
package config
