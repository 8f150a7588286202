package restructure

import (
	"strconv"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// The directives with the target length of a part, in words.
const (
	targetDirective      = "target"
	sceneTargetDirective = "scene-target"
)

// SetSectionTarget sets the target length of a section, in words, with a directive under its heading; 0 removes it. Section -1 is the whole
// text, which has the directive at its top.
func SetSectionTarget(doc *analysis.Document, section, words int) (Edit, error) {
	d := pageOf(doc)
	sections, last := -1, none // the index of the current section, and the block of the directive
	at := 0
	for i, b := range d.blocks {
		if b.Kind == markup.Heading {
			if sections++; sections == section {
				at = spaceAfter(d.text, OffsetBelowHeading(doc, section)).End
			}
		} else if sections == section && directiveWords(d, i, targetDirective) != "" {
			last = i
		}
	}
	return setTarget(d, targetDirective, last, words, func(title *sentence.Sentence, comment string) (Edit, error) {
		if section < 0 {
			return insertAtTop(d, title, comment)
		}
		return insertBlock(d, title, at, comment)
	})
}

// SetSceneTarget sets the target length of a fragment's scene, in words, with a directive above its first paragraph; 0 removes it.
func SetSceneTarget(doc *analysis.Document, fragment, words int) (Edit, error) {
	d := pageOf(doc)
	scenes := d.Scenes()
	i := analysis.SceneOf(scenes, fragment)
	if i < 0 {
		return Edit{}, refuse("There is no scene here.")
	}
	first, end := d.Fragments()[scenes[i].First].First, d.Fragments()[scenes[i].End-1].End
	last, isThere := lastDirective(d, first, d.Paragraphs()[end-1].Block, sceneTargetDirective)
	if !isThere {
		last = none
	}
	return setTarget(d, sceneTargetDirective, last, words, func(title *sentence.Sentence, comment string) (Edit, error) {
		return insertAbove(d, title, first, comment)
	})
}

// setTarget changes or removes the directive of this name, which is the given block, or calls insert if block is none.
func setTarget(d *page, name string, block, words int, insert func(title *sentence.Sentence, comment string) (Edit, error)) (Edit, error) {
	comment := d.Format.Comment(name + " " + strconv.Itoa(words))
	switch title := sentence.New("Set the target"); {
	case words == 0 && block == none:
		return Edit{}, refuse("No comment in the text says how long this should become.")
	case words == 0:
		return removeSpan(d, sentence.New("Remove the target"), d.blocks[block].Span)
	case block == none:
		return insert(title, comment)
	default:
		e, err := rewrite(d, block, comment)
		e.Title = title
		return e, err
	}
}
