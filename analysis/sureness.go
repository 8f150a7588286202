package analysis

// Sureness is a confidence in words: "sure" where nine of ten boundaries were right in texts whose
// boundaries are known, "fairly sure" where four to six of ten were, and "perhaps" below. In prose no
// boundary is "sure"; the method knows little of what makes a writer begin anew.
func Sureness(confidence float64) string {
	switch {
	case confidence >= 0.7:
		return "sure"
	case confidence >= 0.35:
		return "fairly sure"
	}
	return "perhaps"
}
