package main

import (
	"bufio"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/internal/console"
)

// The parts of a SARIF 2.1.0 log in use (OASIS Standard, 2020), under its names.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool             sarifTool                          `json:"tool"`
		Language         string                             `json:"language"`         // of the messages
		NewlineSequences []string                           `json:"newlineSequences"` // line endings
		ColumnKind       string                             `json:"columnKind"`
		Results          console.StreamedArray[sarifResult] `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri"`
		Language       string      `json:"language"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID                   string             `json:"id"`
		ShortDescription     sarifText          `json:"shortDescription"`
		HelpURI              string             `json:"helpUri"`
		DefaultConfiguration sarifConfiguration `json:"defaultConfiguration"`
	}
	sarifConfiguration struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Level               string            `json:"level"`
		Message             sarifText         `json:"message"`
		Locations           []sarifLocation   `json:"locations"`
		RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPhysicalLocation `json:"physicalLocation"`
	}
	sarifPhysicalLocation struct {
		ArtifactLocation sarifArtifactLocation `json:"artifactLocation"`
		Region           sarifRegion           `json:"region"`
	}
	sarifArtifactLocation struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int       `json:"startLine"`
		StartColumn int       `json:"startColumn"`
		EndLine     int       `json:"endLine"`
		EndColumn   int       `json:"endColumn"`
		Snippet     sarifText `json:"snippet"`
	}
)

// ruleURL returns the address of the documentation of a rule.
func ruleURL(rule check.Rule) string {
	return repositoryURL + "/blob/main/docs/findings.md#" + string(rule)
}

// repositoryURL is the address of the program and its documentation.
const repositoryURL = "https://github.com/segls/segls"

// sarifLevels maps severities; the format has none below note.
var sarifLevels = map[check.Severity]string{check.Hint: "note", check.Information: "note", check.Warning: "warning"}

// sarifReport is a report in SARIF.
type sarifReport struct {
	collectedFindings
	w *bufio.Writer
}

func (r *sarifReport) finish() error {
	var rules []sarifRule
	for _, rule := range check.Rules {
		rules = append(rules, sarifRule{
			string(rule),
			sarifText{rule.Doc()},
			ruleURL(rule),
			sarifConfiguration{sarifLevels[rule.Severity()]},
		})
	}
	return console.EncodeJSON(r.w, sarifLogOf(rules, asJSONArray(r.collectedFindings, sarifResultOf)))
}

func sarifLogOf(rules []sarifRule, results console.StreamedArray[sarifResult]) sarifLog {
	return sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{{
			Tool:     sarifTool{sarifDriver{Name: "segls", Version: currentVersion(), InformationURI: repositoryURL, Language: "en", Rules: rules}},
			Language: "en", NewlineSequences: []string{"\r\n", "\n", "\r"}, ColumnKind: "unicodeCodePoints", Results: results,
		}},
	}
}

func sarifResultOf(f *finding) sarifResult {
	r := sarifResult{
		RuleID: string(f.Rule), RuleIndex: slices.Index(check.Rules, f.Rule), Level: sarifLevels[f.Severity], Message: sarifText{f.Message()},
		Locations:           []sarifLocation{sarifLocationOf(f)},
		PartialFingerprints: map[string]string{"segls/v1": f.fingerprint},
	}
	if f.related != nil {
		r.RelatedLocations = []sarifLocation{sarifLocationOf(f.related)}
	}
	return r
}

// sarifLocationOf returns the location of a finding.
func sarifLocationOf(f *finding) sarifLocation {
	return sarifLocation{sarifPhysicalLocation{
		sarifArtifactLocation{sarifURI(f.path)}, sarifRegion{f.line, f.column, f.endLine, f.endColumn, sarifText{f.opening}},
	}}
}

// sarifURI returns a path as a URI. A relative path stays relative: readers resolve it from the top of the repository.
func sarifURI(path string) string {
	uri := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		uri.Scheme = "file"
		if !strings.HasPrefix(uri.Path, "/") { // a drive
			uri.Path = "/" + uri.Path
		}
	}
	return uri.String()
}
