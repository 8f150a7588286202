package console

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/segls/segls/internal/session"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/setting"
	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/notebook"
)

// flagOrigin is the source of settings given by flags.
const flagOrigin = "flag"

// SettingSource returns the settings for each file: those of the settings files, overridden by flags. The declarations
// are the server's, because the files may also have settings for editors only.
type SettingSource struct {
	cmd              *cobra.Command
	Flags            analysis.Settings // values set by flags; otherwise the defaults
	noFiles          bool
	file             string
	cache            *config.Cache[session.Settings]
	reportedProblems map[string]bool

	measures bool // see UsePaperDefaults

	// Preferred, if not nil, returns the length of fragments that a command prefers if no setting gives one; 0 means none.
	Preferred func(a analysis.Settings) int

	folder   string                                      // the folder of the last text
	inFolder *config.EffectiveSettings[session.Settings] // settings of all texts in folder; nil if they may differ

	whole map[string]bool // for each folder, whether works are read; see allowsWholeWork

	isBroken   bool // a file had a problem
	toldUnused bool
	complaints io.Writer // receives problems
}

// AddSettingFlags adds a flag for each setting of an analysis, and the flags that select settings files.
func AddSettingFlags(cmd *cobra.Command) *SettingSource {
	s := &SettingSource{cmd: cmd, Flags: session.DeclaredSettings.Defaults().Analysis, cache: config.NewCache(session.DeclaredSettings), reportedProblems: make(map[string]bool), whole: make(map[string]bool)}
	s.complaints = stderrOf{cmd}
	for _, d := range analysis.DeclaredSettings {
		flag := SettingFlag{d, &s.Flags}
		usage := strings.ReplaceAll(d.Doc, "`", "'") // pflag would take a word in backticks for the type
		for i, meaning := range d.Meaning {
			usage += fmt.Sprintf("%s '%s': %s", []string{"", ";"}[min(i, 1)], d.Choices[i], meaning)
		}
		cmd.Flags().VarPF(flag, d.Name, "", usage).Annotations = map[string][]string{isSetting: {}}
		if d.Kind == setting.Switch {
			cmd.Flags().Lookup(d.Name).NoOptDefVal = "true"
		}
		if d.Choices != nil {
			complete := cobra.FixedCompletions(d.Choices, cobra.ShellCompDirectiveNoFileComp)
			if err := cmd.RegisterFlagCompletionFunc(d.Name, complete); err != nil {
				panic(err) // the flag was defined above
			}
		}
	}
	cmd.Flags().StringVar(&s.file, "config", "", "read settings from this `file` only")
	cmd.Flags().BoolVar(&s.noFiles, "no-config", false, "read no settings files")
	cmd.MarkFlagsMutuallyExclusive("config", "no-config")
	return s
}

// UsePaperDefaults makes the command use the defaults of the literature, so that its figures can be compared with published ones.
func (s *SettingSource) UsePaperDefaults() {
	s.measures, s.Flags = true, analysis.Defaults()
	s.cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Annotations[isSetting] != nil {
			f.DefValue = f.Value.String()
		}
	})
}

// SettingsFor returns the settings for a file, of which inText are in the text itself; "-" is like a file in the
// working folder. Problems are reported once. They are an error only in a settings file that a flag names, which must
// exist.
func (s *SettingSource) SettingsFor(path string, inText config.Layer) (config.EffectiveSettings[session.Settings], error) {
	e, err := s.settingsSilently(path, inText)
	if err != nil {
		return e, err
	}
	if s.file != "" && len(e.Files) == 0 {
		return e, fmt.Errorf("%s: there is no such file", s.file)
	}
	if s.reportProblems(e.Files) && s.file != "" {
		return e, ExitCode(ExitUsage)
	}
	return e, nil
}

// settingsSilently is like SettingsFor, but ignores problems in settings files.
func (s *SettingSource) settingsSilently(path string, inText config.Layer) (config.EffectiveSettings[session.Settings], error) {
	e, err := s.merged(path, inText)
	e = session.WithPaperDefaults(e, s.measures)
	if s.Preferred != nil && e.Origins[session.PreferredWords].Source == config.BuiltIn {
		if words := s.Preferred(e.Settings.Analysis); words > 0 {
			e.Settings.Analysis.PreferredWords = words
		}
	}
	return e, err
}

// merged returns the settings merged from all layers.
func (s *SettingSource) merged(path string, inText config.Layer) (config.EffectiveSettings[session.Settings], error) {
	query := config.Query{InFile: inText, Session: s.flagLayer()}
	if s.noFiles {
		return config.Merge(session.DeclaredSettings, query.InFile, query.Session), nil
	}
	var err error
	if query.Document, err = filepath.Abs(path); err != nil {
		return config.EffectiveSettings[session.Settings]{}, err
	}
	if s.file != "" {
		if query.File, err = filepath.Abs(s.file); err != nil {
			return config.EffectiveSettings[session.Settings]{}, err
		}
	}
	return s.cache.Settings(query)[0], nil
}

// SettingsExitCode returns an [ExitCode] if anything was wrong in a settings file, else nil.
func (s *SettingSource) SettingsExitCode() error {
	if s.isBroken {
		return ExitCode(ExitUsage)
	}
	return nil
}

// SettingsExitCode returns an [ExitCode] if anything was wrong in the settings files of the texts, else nil.
func (b *Batch) SettingsExitCode() error { return b.settings.SettingsExitCode() }

// exclusionRules returns the rules of the settings files around a folder. The nearest file takes precedence.
func (s *SettingSource) exclusionRules(folder string) ignore.Rules {
	e, err := s.settingsSilently(filepath.Join(folder, config.Name), nil)
	if err != nil {
		return nil
	}
	var rules ignore.Rules
	for _, f := range e.Files {
		rules = rules.WithPatterns(f.Folder(), f.Exclude)
	}
	return rules
}

// forText returns the settings for a text, and reports problems in them.
func (s *SettingSource) forText(path string, complaints io.Writer) (config.EffectiveSettings[session.Settings], error) {
	s.complaints = complaints
	e, err := s.settingsCachedByFolder(path)
	if err == nil {
		err = s.CheckLimits(path, e)
		s.warnUnused(e.Settings.Analysis)
		if !IsQuiet(s.cmd) {
			if said := session.NoticeOnce(e); said != nil {
				fmt.Fprintln(s.complaints, "segls:", said)
			}
		}
		s.warnUnknownFormat(path, e.Settings.Analysis)
	}
	return e, err
}

// allowsWholeWork reports whether a text may be read as a part of a work; true if its settings are not known, which forText reports.
func (s *SettingSource) allowsWholeWork(path string) bool {
	folder := filepath.Dir(path)
	if whole, isKnown := s.whole[folder]; isKnown {
		return whole
	}
	silent := *s
	silent.reportedProblems, silent.complaints = make(map[string]bool), io.Discard
	e, err := silent.SettingsFor(path, nil)
	whole := err != nil || e.Settings.WholeWork
	if err == nil && !slices.ContainsFunc(e.Files, (*config.File).HasOverrides) {
		s.whole[folder] = whole
	}
	return whole
}

// settingsCachedByFolder is SettingsFor with a cache for the last folder, for texts that come folder by folder.
func (s *SettingSource) settingsCachedByFolder(path string) (config.EffectiveSettings[session.Settings], error) {
	folder := filepath.Dir(path)
	if s.inFolder != nil && folder == s.folder {
		return *s.inFolder, nil
	}
	e, err := s.SettingsFor(path, nil)
	s.folder, s.inFolder = folder, nil
	if err == nil && !slices.ContainsFunc(e.Files, (*config.File).HasOverrides) {
		s.inFolder = &e
	}
	return e, err
}

// warnUnused warns once about flags for settings that the method does not use.
func (s *SettingSource) warnUnused(a analysis.Settings) {
	if s.toldUnused {
		return
	}
	s.toldUnused = true
	for _, name := range a.Unused() {
		if s.cmd.Flags().Changed(name) {
			fmt.Fprintf(s.warningWriter(s.complaints), "segls: --%s changes nothing: the method %s does not use it\n", name, a.Method)
		}
	}
}

// warnUnknownFormat warns about a file whose extension belongs to no format.
func (s *SettingSource) warnUnknownFormat(path string, a analysis.Settings) {
	ending := filepath.Ext(path)
	if checkEnding(path) != nil || notebook.HasNotebookName(path) {
		return // it is not read at all, or not as a text
	}
	if _, isKnown := markup.ByFileName(path); !isKnown && ending != "" && ending != filepath.Base(path) && a.Markup == analysis.MarkupAuto {
		fmt.Fprintf(s.warningWriter(s.complaints), "segls: %s: %s is not the ending of a format that segls knows, so it is read as plain text, unless --markup says otherwise\n", path, ending)
	}
}

// warningWriter returns w, or a writer that drops everything if only errors are wanted.
func (s *SettingSource) warningWriter(w io.Writer) io.Writer {
	if IsQuiet(s.cmd) {
		return io.Discard
	}
	return w
}

// stderrOf is a command's standard error, which is known only when the command runs.
type stderrOf struct{ cmd *cobra.Command }

func (e stderrOf) Write(p []byte) (int, error) { return e.cmd.ErrOrStderr().Write(p) }

// flagLayer returns the settings given by flags.
func (s *SettingSource) flagLayer() config.Layer {
	layer := make(config.Layer)
	for _, d := range analysis.DeclaredSettings {
		if s.cmd.Flags().Changed(d.Name) {
			layer[d.Name] = config.Assignment{Value: d.Get(&s.Flags), Origin: config.Origin{Source: flagOrigin}}
		}
	}
	return layer
}

// reportProblems reports problems in files that have not been reported yet, and returns whether the files have any.
func (s *SettingSource) reportProblems(files []*config.File) (any bool) {
	for _, f := range files {
		for _, p := range f.Problems {
			any, s.isBroken = true, true
			if !s.reportedProblems[p.String()] {
				s.reportedProblems[p.String()] = true
				p.Path = DisplayPath(p.Path)
				fmt.Fprintln(s.complaints, EscapeForTerminal(p.String()))
			}
		}
	}
	return any
}

// DisplayPath returns a path as messages show it: relative to the working folder if it is inside.
func DisplayPath(path string) string {
	folder, err := os.Getwd()
	if err != nil {
		return path
	}
	if relative, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(relative) {
		return relative
	}
	return path
}

// CheckLimits refuses flags for limits that cannot both be kept, and warns of such limits from other sources.
func (s *SettingSource) CheckLimits(path string, e config.EffectiveSettings[session.Settings]) error {
	a := e.Settings.Analysis
	if a.MaxWords == 0 || a.MinWords <= a.MaxWords {
		return nil
	}
	least, most := e.Origins["min-words"], e.Origins["max-words"]
	if least.Source == flagOrigin && most.Source == flagOrigin {
		return fmt.Errorf("min-words (%d) is more than max-words (%d)", a.MinWords, a.MaxWords)
	}
	fmt.Fprintf(s.warningWriter(s.complaints), "segls: %s: min-words (%d, %s) is more than max-words (%d, %s); the maximum is kept\n",
		path, a.MinWords, FormatOrigin(least), a.MaxWords, FormatOrigin(most))
	return nil
}

// FormatOrigin returns an origin as text, with the path as messages show it; see [DisplayPath].
func FormatOrigin(o config.Origin) string {
	if o.Line > 0 {
		o.Source = DisplayPath(o.Source)
	}
	return o.String()
}

// NamesSetByFlags returns the names of the settings given by flags, which override directives in the text.
func (s *SettingSource) NamesSetByFlags() []string {
	return slices.Sorted(maps.Keys(s.flagLayer()))
}

// DirectiveLayer returns the settings given by directives in a text.
func (s *SettingSource) DirectiveLayer(path, text string, e config.EffectiveSettings[session.Settings]) config.Layer {
	a := e.Settings.Analysis
	format, _ := a.FormatOf(path, "")
	d, _ := analysis.Read(context.Background(), rope.New(text), format, a) // reading directives needs no division
	layer := make(config.Layer)
	for name, said := range d.SettingsInText() {
		declared, _ := analysis.DeclaredSettings.Find(name)
		layer[name] = config.Assignment{Value: declared.Get(&d.Settings), Origin: config.Origin{Source: path, Line: d.Text.LineAt(said.Span.Start) + 1}}
	}
	return layer
}

// SettingFlag is a setting as a flag.
type SettingFlag struct {
	setting.Setting[analysis.Settings]
	settings *analysis.Settings
}

func (f SettingFlag) String() string {
	if f.settings == nil { // pflag requires this of a zero value
		return ""
	}
	return fmt.Sprint(f.Get(f.settings))
}

func (f SettingFlag) Set(value string) error {
	return f.SetString(f.settings, value)
}

func (f SettingFlag) Type() string {
	switch {
	case f.Unit != "":
		return f.Unit
	case f.Choices != nil:
		return "choice"
	case f.Kind == setting.Switch:
		return "bool"
	case f.Kind == setting.Text:
		return "text"
	}
	return "number"
}
