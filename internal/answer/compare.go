package answer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
)

// CompareSettings returns the curves of texts under their own settings and under the variations in compared,
// each written like "method=paper,window-paragraphs=2", and the names of the settings in these. under returns the texts
// under other settings. An error about a variation begins with option.
func CompareSettings(option string, texts []Text, compared []string, under func(analysis.Settings) ([]Text, error)) (curves []LabelledTexts, differing []string, _ error) {
	curves = []LabelledTexts{{Texts: texts}}
	for _, written := range compared {
		s, names, err := parseVariation(texts[0].Settings, written)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", option, err)
		}
		others, err := under(s)
		if err != nil {
			return nil, nil, err
		}
		differing = append(differing, names...)
		curves = append(curves, LabelledTexts{Texts: others})
	}
	for i, c := range curves {
		curves[i].Label = settingsLabel(c.Texts[0].Settings, differing)
	}
	return curves, differing, nil
}

// parseVariation parses settings like "window-paragraphs=2,scaling=1" and returns them with their names.
func parseVariation(s analysis.Settings, text string) (_ analysis.Settings, names []string, _ error) {
	for part := range strings.SplitSeq(text, ",") {
		name, value, isAssignment := strings.Cut(part, "=")
		name = strings.TrimSpace(name)
		declared, isKnown := analysis.DeclaredSettings.Find(name)
		switch {
		case !isAssignment:
			return s, nil, fmt.Errorf("%q is not of the form setting=value", part)
		case !isKnown:
			return s, nil, fmt.Errorf("%q is not a setting that changes a curve", name)
		case declared.Name == "markup":
			return s, nil, errors.New("all curves in a figure need the same markup")
		}
		if err := declared.SetString(&s, strings.TrimSpace(value)); err != nil {
			return s, nil, err
		}
		names = append(names, declared.Name)
	}
	if s.MaxWords > 0 && s.MinWords > s.MaxWords {
		return s, nil, fmt.Errorf("min-words (%d) is more than max-words (%d)", s.MinWords, s.MaxWords)
	}
	return s, names, nil
}

// settingsLabel returns settings with their values, in the order of declaration.
func settingsLabel(s analysis.Settings, names []string) string {
	var parts []string
	for _, d := range analysis.DeclaredSettings {
		if slices.Contains(names, d.Name) {
			parts = append(parts, fmt.Sprintf("%s=%v", d.Name, d.Get(&s)))
		}
	}
	return strings.Join(parts, ", ")
}
