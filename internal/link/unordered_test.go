package link

import "testing"

// TestLeftOut checks by which metadata a page is left out of an order on purpose.
func TestLeftOut(t *testing.T) {
	for metadata, want := range map[string]bool{
		"draft: true": true, "hidden: 'yes'": true, "unlisted: \"true\"": true, ":orphan:": true, "nav_exclude: true\r\n": true,
		"published: false": true, "in_nav: no": true, "redirect_to: /salt": true, "template: home.html": true, "date: 2026-11-28": true,
		"draft: false": false, "hidden: no": false, "unlisted: 'false'": false, "nav_exclude: false": false, "published: true": false,
		"title: Draft": false,
	} {
		if got := isLeftOut.MatchString("---\n" + metadata + "\n---\n"); got != want {
			t.Errorf("%q: %v", metadata, got)
		}
	}
}
