package revision

import "testing"

// TestTextsAndOrders checks which files that git tracks are read as they were.
func TestTextsAndOrders(t *testing.T) {
	for name, want := range map[string]bool{
		"a.md": true, "book/a.txt": true, "mkdocs.yml": true, "book/_toc.yaml": true, ".segls.toml": true, "book/.gitbook.yaml": true, ".latexmkrc": true,
		"latexmkrc": true, "docs/conf.py": true, "sidebars.mjs": true, "docusaurus.config.cts": true,
		".a.md": false, ".git/.segls.toml": false, ".x/conf.py": false, "main.py": false, "a.png": false,
	} {
		if isTextOrOrder(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
