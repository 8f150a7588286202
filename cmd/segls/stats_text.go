package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
)

// statsView writes statistics for a reader:
//
//	  words  paragraphs  fragments
//	   7413          51         14  31 minutes  tides.md
//
//	paragraphs by words
//	   0 to 49   ████ 4
//	  50 to 99   ██████████ 10
type statsView struct {
	*bufio.Writer
	console.Styles
	*answer.Stats
	width int // columns
}

func (v *statsView) write(sections bool) {
	fmt.Fprintf(v, "%9s %11s %10s  %-18s\n", "words", "paragraphs", "fragments", "to read")
	for _, t := range v.Texts {
		name := v.Strong(console.EscapeForTerminal(t.Path))
		if len(v.Texts) > 1 {
			name += scenesSuffix(t.Lengths)
		}
		v.writeRow(t.Lengths, name+v.progressSuffix(t.Words, t.Target))
		if sections {
			v.writeSections(t)
		}
	}
	if len(v.Texts) != 1 {
		v.writeRow(v.Total, console.FormatCount(len(v.Texts), "text"))
	}
	if v.Total.Scenes > 0 {
		fmt.Fprintf(v, "\nscenes: %d, of %d words on average\n", v.Total.Scenes, v.Total.Words/v.Total.Scenes)
	}
	fmt.Fprintf(v, "\naloud: %s\n", formatReadingTime(v.Total.Aloud))
	if v.Target > 0 {
		part := float64(v.Total.Words) / float64(v.Target)
		fmt.Fprintf(v, "\n%d of %d words: %s %.0f%%\n", v.Total.Words, v.Target, formatBar(v.Styles, min(part, 1), min(barWidth, v.width)), 100*part)
	}
	v.writeHistogram("paragraphs by words", v.ParagraphLengths)
	v.writeHistogram("fragments by words", v.FragmentLengths)
}

// progressSuffix returns the progress of a text or section towards its target, if it has one.
func (v *statsView) progressSuffix(words, target int) string {
	if target == 0 {
		return ""
	}
	return v.Faint("  " + formatProgress(words, target))
}

// formatProgress returns the progress of words towards a target.
func formatProgress(words, target int) string {
	return fmt.Sprintf("%.0f%% of %d", 100*float64(words)/float64(target), target)
}

func (v *statsView) writeRow(l answer.Lengths, name string) {
	fmt.Fprintf(v, "%9d %11d %10d  %-18s  %s\n", l.Words, l.Paragraphs, l.Fragments, formatReadingTime(l.Minutes), name)
}

// writeSections writes the outline with two numbers of words for each section: without its subsections, and with them.
func (v *statsView) writeSections(t answer.TextStats) {
	if len(t.Sections)+len(t.Scenes) == 0 {
		return
	}
	fmt.Fprintf(v, "\n%9s %9s\n", "own", "total")
	scenes := t.Scenes
	upTo := func(line, depth int) { // writes the scenes above a line
		for ; len(scenes) > 0 && (line == 0 || scenes[0].Line < line); scenes = scenes[1:] {
			s := scenes[0]
			if s.Of == 1 && s.Target == 0 {
				continue
			}
			fmt.Fprintf(v, "%9d %9s  %sScene %d: %s\n", s.Words, "", strings.Repeat("  ", depth), s.Number, console.EscapeForTerminal(s.Begins)+v.progressSuffix(s.Words, s.Target))
		}
	}
	depth := 0
	for _, s := range t.Sections {
		upTo(s.Line, depth)
		depth = s.Level
		fmt.Fprintf(v, "%9d %9d  %s%s\n", s.Own, s.Total, strings.Repeat("  ", s.Level-1), console.EscapeForTerminal(s.Title)+v.progressSuffix(s.Total, s.Target))
	}
	upTo(0, depth)
	fmt.Fprintln(v)
}

func (v *statsView) writeHistogram(title string, bins []answer.Bin) {
	if len(bins) == 0 {
		return
	}
	most := 1
	for _, b := range bins {
		most = max(most, b.Count)
	}
	fmt.Fprintf(v, "\n%s\n", v.Strong(title))
	columns := max(1, min(2*barWidth, v.width-len(fmt.Sprintf("%16s   %d", "", most))))
	for _, b := range bins {
		label := fmt.Sprintf("%d to %d", b.From, b.To-1)
		if b.To == 0 {
			label = fmt.Sprintf("%d or more", b.From)
		}
		fmt.Fprintf(v, "%16s  %s\n", label, strings.TrimLeft(v.Accent(strings.Repeat("█", (b.Count*columns+most-1)/most))+" "+fmt.Sprint(b.Count), " "))
	}
}
