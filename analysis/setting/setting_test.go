package setting

import (
	"encoding/json"
	"strings"
	"testing"
)

type garden struct {
	Beds   int
	Rain   float64
	Fence  string
	Locked bool
	Motto  string
}

var gardens = List[garden]{
	Int("flower-beds", 3, 1, 10, "beds", "How many beds.", func(g *garden) *int { return &g.Beds }),
	Float("rain", 0.5, 0, 1, "", "How much rain.", func(g *garden) *float64 { return &g.Rain }),
	Choice("fence", []string{"hedge", "wall"}, "What is around it.", func(g *garden) *string { return &g.Fence }).
		WithAliases(map[string]string{"stone": "wall"}),
	Bool("locked", true, "Whether it is locked.", func(g *garden) *bool { return &g.Locked }),
	String("motto", "", "What stands above the gate.", func(g *garden) *string { return &g.Motto }),
}

func TestSet(t *testing.T) {
	for _, test := range []struct {
		name  string
		value any
		want  garden // with the defaults where the test sets nothing
		err   string // a part of the message
	}{
		{"flower-beds", 5.0, garden{5, 0.5, "hedge", true, ""}, ""},
		{"flowerBeds", 5, garden{5, 0.5, "hedge", true, ""}, ""},
		{"rain", 1, garden{3, 1, "hedge", true, ""}, ""},
		{"fence", "stone", garden{3, 0.5, "wall", true, ""}, ""},
		{"locked", false, garden{3, 0.5, "hedge", false, ""}, ""},
		{"flower-beds", 2.5, garden{3, 0.5, "hedge", true, ""}, "flower-beds: 2.5 is not a whole number from 1 to 10"},
		{"flower-beds", 11.0, garden{3, 0.5, "hedge", true, ""}, "11"},
		{"flower-beds", "5", garden{3, 0.5, "hedge", true, ""}, `"5"`},
		{"rain", nil, garden{3, 0.5, "hedge", true, ""}, "a number from 0 to 1"},
		{"fence", "ditch", garden{3, 0.5, "hedge", true, ""}, "one of hedge, wall"},
		{"motto", "Dig\ndeep", garden{3, 0.5, "hedge", true, "Dig\ndeep"}, ""},
		{"motto", 7, garden{3, 0.5, "hedge", true, ""}, "motto: 7 is not a text"},
		{"locked", 1.0, garden{3, 0.5, "hedge", true, ""}, "true or false"},
		{"gate", true, garden{3, 0.5, "hedge", true, ""}, "gate: there is no such setting"},
		{"flower-bed", 1, garden{3, 0.5, "hedge", true, ""}, "did you mean flower-beds?"},
		{"flowerBed", 1, garden{3, 0.5, "hedge", true, ""}, "did you mean flowerBeds?"},
	} {
		got := gardens.Defaults()
		err := gardens.Set(&got, test.name, test.value)
		if got != test.want {
			t.Errorf("%s = %v: %+v, want %+v", test.name, test.value, got, test.want)
		}
		if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s = %v: error %v, want %q", test.name, test.value, err, test.err)
		}
	}
}

func TestSetString(t *testing.T) {
	g := gardens.Defaults()
	for name, value := range map[string]string{"flower-beds": "7", "rain": "0.25", "fence": "wall", "locked": "false"} {
		d, _ := gardens.Find(name)
		if err := d.SetString(&g, value); err != nil {
			t.Error(err)
		}
	}
	if want := (garden{7, 0.25, "wall", false, ""}); g != want {
		t.Errorf("%+v, want %+v", g, want)
	}
	d, _ := gardens.Find("flower-beds")
	if err := d.SetString(&g, "many"); err == nil {
		t.Error("many beds were accepted")
	}
}

func TestLift(t *testing.T) {
	type estate struct{ Garden garden }
	lifted := Embed(gardens, func(e *estate) *garden { return &e.Garden })
	e := lifted.Defaults()
	if err := lifted.Set(&e, "rain", 0.75); err != nil || e.Garden.Rain != 0.75 || e.Garden.Beds != 3 {
		t.Errorf("%+v, %v", e, err)
	}
	if got := lifted.Map(&e)["flower-beds"]; got != 3 {
		t.Errorf("flower-beds in the map: %v", got)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"flower-beds", "rain", "fence", "off", "on"}
	for name, want := range map[string]string{
		"flower-bed": "flower-beds", "flowr-beds": "flower-beds", "lfower-beds": "flower-beds", "Flower_Beds": "flower-beds", "beds": "",
		"rian": "rain", "rein": "rain", "ruin": "rain", "brains": "", "FENCE": "fence", "fencing": "", "of": "off", "no": "on", "gate": "", "": "",
		strings.Repeat("rain", 1000): "",
	} {
		if got := Nearest(name, names); got != want {
			t.Errorf("nearest to %.20q: %q, want %q", name, got, want)
		}
	}
}

// FuzzSet sets any setting to any value, decoded from JSON or given as text. An accepted value can be read and set again; a refused one
// changes nothing.
func FuzzSet(f *testing.F) {
	for _, raw := range []string{"5", "2.5", `"stone"`, "true", "null", "[1]", "{}", "1e308", "-0", `"5"`, "0x1p-2", "NaN", "1_0"} {
		for i := range gardens {
			f.Add(raw, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, raw string, which uint8) {
		d := gardens[int(which)%len(gardens)]
		var decoded any
		isJSON := json.Unmarshal([]byte(raw), &decoded) == nil
		for _, set := range []func(*garden) error{
			func(g *garden) error { return d.SetString(g, raw) },
			func(g *garden) error {
				if !isJSON {
					return nil
				}
				return gardens.Set(g, CamelCase(d.Name), decoded)
			},
		} {
			g := gardens.Defaults()
			if err := set(&g); err != nil {
				if g != gardens.Defaults() || err.Error() == "" {
					t.Errorf("%s = %s is refused, %v, and is %+v", d.Name, raw, err, g)
				}
				continue
			}
			again := gardens.Defaults()
			if err := d.Set(&again, d.Get(&g)); err != nil || again != g {
				t.Errorf("%s = %s is %+v and, taken again, %+v, %v", d.Name, raw, g, again, err)
			}
		}
	})
}
