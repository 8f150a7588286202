package restructure

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// A fragment may begin inside a list. If it moves over another fragment there, numbered items get out of order. Then the edit rewrites
// their numbers, and nothing else.

// renumbered adds to a move the replacements that put the numbers of items in order. It updates places, which are offsets in the text after
// the edit.
func renumbered(d *page, e Edit, places ...*int) (Edit, error) {
	before := d.text
	if !separatesLists(d) || len(renumberReplacements(d.Format, before)) > 0 {
		return e, nil // the writer numbers items in another way
	}
	after := e.Apply(before)
	numbers := renumberReplacements(d.Format, after)
	if len(numbers) == 0 {
		return e, nil
	}
	renumber := newEdit(nil, numbers...)
	numbered := renumber.Apply(after)
	if !sameBut(d.Format, after, numbered) {
		return Edit{}, refuse("The numbers of the list would become wider, and some text would no longer belong to its items, so nothing has been changed.")
	}
	for _, place := range places {
		*place = len(renumber.editUpTo(*place).Apply(after[:*place]))
	}
	return newEdit(e.Title, wholeLineReplacement(before, numbered)), nil
}

// itemNumber matches the number at the start of an item.
var itemNumber = regexp.MustCompile(`^\(?([0-9]{1,9})[.)]`)

// renumberReplacements returns the replacements that put the numbers of items in order, in lists whose numbers descend somewhere. The items
// get the same numbers in ascending order. If two of these are equal, as when parts of two lists are joined, all items get consecutive
// numbers instead, from the smallest.
func renumberReplacements(f markup.Format, text string) []Replacement {
	var changes []Replacement
	for _, b := range f.Scan(text) {
		spans, numbers := numbersOf(text, b)
		if slices.IsSorted(numbers) {
			continue
		}
		slices.Sort(numbers)
		isRun := len(slices.Compact(slices.Clone(numbers))) < len(numbers)
		for i, span := range spans {
			n := numbers[i]
			if isRun {
				n = numbers[0] + i
			}
			if digits := strconv.Itoa(n); digits != text[span.Start:span.End] {
				changes = append(changes, Replacement{Span: span, Text: digits})
			}
		}
	}
	return changes
}

// numbersOf returns the numbers of a list's items and their spans.
func numbersOf(text string, list markup.Block) (spans []markup.Span, numbers []int) {
	if list.Kind != markup.List {
		return nil, nil
	}
	for _, item := range list.Children {
		if m := itemNumber.FindStringSubmatchIndex(text[item.Span.Start:item.Span.End]); m != nil {
			span := markup.Span{Start: m[2], End: m[3]}.Shift(item.Span.Start)
			n, _ := strconv.Atoi(text[span.Start:span.End]) // at most nine digits
			spans, numbers = append(spans, span), append(numbers, n)
		}
	}
	return spans, numbers
}

// sameBut reports whether two texts have the same blocks with the same prose, apart from the numbers of items.
func sameBut(f markup.Format, one, other string) bool {
	a, b := f.Scan(one), f.Scan(other)
	return len(a) == len(b) && slices.EqualFunc(a, b, func(a, b markup.Block) bool {
		return a.Kind == b.Kind && proseByRun(one, a) == proseByRun(other, b) && slices.EqualFunc(a.Children, b.Children, func(a, b markup.Block) bool {
			return proseByRun(one, a) == proseByRun(other, b)
		})
	})
}

// editUpTo returns the replacements of an edit that end at or before an offset.
func (e Edit) editUpTo(at int) Edit {
	n := slices.IndexFunc(e.Replacements, func(r Replacement) bool { return r.Span.End > at })
	if n < 0 {
		return e
	}
	return Edit{Replacements: e.Replacements[:n]}
}

// wholeLineReplacement returns the replacement of whole lines that turns one text into another.
func wholeLineReplacement(before, after string) Replacement {
	n := 0
	for n < min(len(before), len(after)) && before[n] == after[n] {
		n++
	}
	n = strings.LastIndexByte(before[:n], '\n') + 1
	end, newEnd := len(before), len(after)
	for end > n && newEnd > n && before[end-1] == after[newEnd-1] {
		end, newEnd = end-1, newEnd-1
	}
	if line := strings.IndexByte(before[end:], '\n'); line >= 0 {
		end, newEnd = end+line+1, newEnd+line+1
	} else {
		end, newEnd = len(before), len(after)
	}
	return Replacement{Span: markup.Span{Start: n, End: end}, Text: after[n:newEnd]}
}

// ChangedCounters compares a text before and after an edit. It returns the first place of each of the writer's counters, in the old text,
// that has another number in the new text or is gone.
func ChangedCounters(f markup.Format, before, after string) (list []markup.Label) {
	now := make(map[string][]string) // the lines with each counter
	for _, c := range countersOf(f, after) {
		now[c.Name] = append(now[c.Name], lineAt(after, c.Span.Start))
	}
	isListed := make(map[string]bool)
	for _, c := range countersOf(f, before) {
		lines := now[c.Name]
		isSame := len(lines) > 0 && lines[0] == lineAt(before, c.Span.Start)
		if isSame {
			now[c.Name] = lines[1:]
		} else if !isListed[c.Name] {
			isListed[c.Name] = true
			list = append(list, c)
		}
	}
	return list
}

func countersOf(f markup.Format, text string) []markup.Label {
	blocks := f.Scan(text)
	return f.NotationOf(text, blocks).Counters(text, blocks)
}

// lineAt returns the line that contains an offset, without its terminator.
func lineAt(text string, offset int) string {
	line := text[strings.LastIndexAny(text[:offset], "\r\n")+1:]
	if end := strings.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end]
	}
	return line
}
