package metamodel

import "testing"

// TestWrongParams checks that unchanged parameters are valid, that most others are not, and that there are enough of them.
func TestWrongParams(t *testing.T) {
	m := loadModel()
	right, wrong, methods := 0, 0, make(map[string]int)
	n := 0
	for w := range WrongParams() {
		methods[w.Method]++
		if n++; testing.Short() && n%8 != 0 {
			continue
		}
		message, _ := m.message(w.Method)
		var problems []problem
		if message.Params != nil {
			problems = m.compare(decodeValue(w.Params), message.Params, nil).problems
		}
		if w.Place == "" && len(problems) > 0 {
			t.Errorf("%s: %s: %s", w.Method, w.Params, problems[0].text)
		}
		if len(problems) > 0 {
			wrong++
		} else {
			right++
		}
	}
	t.Logf("%d messages of %d methods are wrong, %d right", wrong, len(methods), right)
	if n < 10*len(methods) || right > wrong {
		t.Errorf("%d wrong, %d right", wrong, right)
	}
}
