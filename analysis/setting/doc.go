// Package setting declares settings once.
//
// A setting is declared as a value: its name, what it means, its unit, its range or
// choices, and the field that it sets. The value serves every place where settings are
// read or reported, so that none of them can drift from the others: the decoding of an
// editor's JSON, the flags of the command line, docs/settings.md and the schema of the VS
// Code extension.
//
// A list of declarations is a [List] over the struct that holds the values:
//
//	type Settings struct{ PreferredWords int }
//
//	var Declared = setting.List[Settings]{
//		setting.Int("preferred-words", 500, 1, 1_000_000, "words", "The length …",
//			func(s *Settings) *int { return &s.PreferredWords }),
//	}
//
//	s := Declared.Defaults()
//	err := Declared.Set(&s, "preferred-words", 300.0)
//
// Names are in kebab case in files, flags and output; [CamelCase] gives the
// form that editors use.
package setting
