package lsp

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/session"

	"go.lsp.dev/uri"
)

// statusResult answers segls/status. It contains no text of documents.
type statusResult struct {
	Version          string           `json:"version"`
	Go               string           `json:"go"`
	System           string           `json:"system"`
	PositionEncoding string           `json:"positionEncoding"`
	Seconds          float64          `json:"seconds"` // since the server started
	Panics           int              `json:"panics"`
	Memory           memoryStatus     `json:"memory"`
	Requests         []requestStatus  `json:"requests"`
	Documents        []documentStatus `json:"documents"`
}

type memoryStatus struct {
	Bytes      uint64 `json:"bytes"`      // in use
	System     uint64 `json:"system"`     // taken from the system
	Limit      int64  `json:"limit"`      // of the garbage collector; 0 is none
	Goroutines int    `json:"goroutines"` // running or waiting
}

// requestStatus holds the times of the messages of one method, including the wait for an analysis.
type requestStatus struct {
	Method  string  `json:"method"`
	Count   int     `json:"count"`
	Mean    float64 `json:"mean"`    // milliseconds
	Longest float64 `json:"longest"` // milliseconds
}

type documentStatus struct {
	URI          uri.URI `json:"uri"`
	Version      int32   `json:"version"`
	Bytes        int     `json:"bytes"`
	Lines        int     `json:"lines"`
	Markup       string  `json:"markup"`
	Milliseconds float64 `json:"milliseconds"` // of its analysis; 0 if it has not been analysed
	Words        int     `json:"words"`        // 0 if it has not been analysed
	Fragments    int     `json:"fragments"`
	Scenes       int     `json:"scenes"` // 0 if no break divides the text
	Own          string  `json:"own"`    // a sentence with the length of the author's own sections or scenes, if that is preferred; else ""
}

// answerStatus answers with the status of the server.
func (s *Server) answerStatus(context.Context, struct{}) (any, error) { return s.status(), nil }

func (s *Server) status() statusResult {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	r := statusResult{
		Version: s.version, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH, PositionEncoding: string(s.clientCaps.encoding),
		Seconds: time.Since(s.began).Seconds(), Panics: s.failures.count(), Requests: s.timings.status(), Documents: []documentStatus{},
		Memory: memoryStatus{Bytes: m.HeapAlloc, System: m.Sys, Goroutines: runtime.NumGoroutine()},
	}
	if limit := debug.SetMemoryLimit(-1); limit < 1<<62 { // math.MaxInt64 means no limit
		r.Memory.Limit = limit
	}
	for _, f := range slices.SortedFunc(s.session.Current().Files(), func(a, b *session.File) int { return strings.Compare(a.URI, b.URI) }) {
		status := documentStatus{URI: uri.URI(f.URI), Version: f.Version, Bytes: f.Text.Len(), Lines: f.Text.LineCount(), Markup: f.Format.Name}
		if d := f.DocumentIfReady(); d != nil {
			status.Milliseconds = milliseconds(f.AnalysisDuration())
			status.Words, status.Fragments, status.Scenes = d.Words(), d.FragmentAt(d.Text.Len())+1, len(d.Scenes())
			if own := d.OwnLength(); own != nil {
				status.Own = s.clientCaps.All([]*sentence.Sentence{own})
			}
		}
		r.Documents = append(r.Documents, status)
	}
	return r
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// timings counts messages and their times, by method.
type timings struct {
	by      sync.Map // *timing
	methods atomic.Int32
}

type timing struct{ count, total, longest atomic.Int64 }

// mostMethods is the number of methods that are recorded. It is limited because a client can send messages with any number of methods.
const mostMethods = 100

func (t *timings) record(method string, d time.Duration) {
	known, ok := t.by.Load(method)
	if !ok {
		if t.methods.Add(1) > mostMethods {
			return
		}
		known, _ = t.by.LoadOrStore(strings.Clone(method), new(timing))
	}
	of := known.(*timing)
	of.count.Add(1)
	of.total.Add(int64(d))
	for longest := of.longest.Load(); int64(d) > longest && !of.longest.CompareAndSwap(longest, int64(d)); {
		longest = of.longest.Load()
	}
}

func (t *timings) status() []requestStatus {
	list := []requestStatus{}
	for method, known := range t.by.Range {
		of := known.(*timing)
		if count := of.count.Load(); count > 0 { // it is 0 while the first message is being recorded
			list = append(list, requestStatus{method.(string), int(count), milliseconds(time.Duration(of.total.Load() / count)), milliseconds(time.Duration(of.longest.Load()))})
		}
	}
	slices.SortFunc(list, func(a, b requestStatus) int { return strings.Compare(a.Method, b.Method) })
	return list
}

// statusReport returns the status in Markdown. It can be sent to others, because documents are numbered, not named.
func (s *Server) statusReport() string {
	r := s.status()
	var b strings.Builder
	fmt.Fprintf(&b, "## segls %s\n\n", r.Version)
	fmt.Fprintf(&b, "- built with %s for %s\n- running for %.0f s, %d panics\n- positions in %s\n", r.Go, r.System, r.Seconds, r.Panics, r.PositionEncoding)
	fmt.Fprintf(&b, "- memory: %.1f MB in use, %.1f MB from the system, limit %.0f MB (0 is none), %d goroutines\n",
		float64(r.Memory.Bytes)/1e6, float64(r.Memory.System)/1e6, float64(r.Memory.Limit)/1e6, r.Memory.Goroutines)
	b.WriteString("\n| document | markup | bytes | lines | words | fragments | analysed in ms |\n|---|---|---|---|---|---|---|\n")
	for i, d := range r.Documents {
		fmt.Fprintf(&b, "| %d | %s | %d | %d | %d | %d | %.1f |\n", i+1, d.Markup, d.Bytes, d.Lines, d.Words, d.Fragments, d.Milliseconds)
	}
	b.WriteString("\n| method | count | mean ms | longest ms |\n|---|---|---|---|\n")
	for _, t := range r.Requests {
		fmt.Fprintf(&b, "| %s | %d | %.2f | %.2f |\n", markdownEscaper.Replace(strings.Join(strings.Fields(t.Method), " ")), t.Count, t.Mean, t.Longest)
	}
	return b.String()
}
