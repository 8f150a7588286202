package lsp

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/config"
)

// Server is a language server for one client. Make one with [New] and let it
// [Server.Serve].
type Server struct {
	version  string
	log      *slog.Logger
	failures *panics
	session  *session.Session
	timings  timings
	began    time.Time

	phase       atomic.Int32  // how far the conversation is
	initialized atomic.Bool   // whether the client has said initialized
	exit        chan struct{} // closed by exit, or by the end of the client's process
	once        sync.Once     // closes exit

	// client sends to the client; its ctx lives as long as the server serves.
	client     protocol.Client
	conn       jsonrpc2.Conn
	ctx        context.Context
	clientCaps clientCaps // what the client can do; written once, by initialize

	announces bool // whether the client wants segls/didUpdate; written once, by initialize

	lenses, folds, hints refresher

	progressAfter time.Duration // how long an analysis takes before the client is told of it
	tokens        atomic.Int64  // of progress, given out so far

	registering sync.Mutex // held while link features are registered

	pulling chan struct{} // full while the client is asked for its settings

	// background holds the goroutines that outlive the message that began them. When the
	// server has stopped, none is begun.
	background sync.WaitGroup
	beginning  sync.Mutex // held while a goroutine is begun; guards hasStopped
	hasStopped bool

	files     settingsFiles
	shapes    shapes
	collector garbagePacer

	interrupted sync.Map // what the writer was told of changes of files that were interrupted

	mu               sync.Mutex // guards the rest, and what documents say that it guards
	settings         editorSettings
	linksIn          []string        // languages for which rename and completion are registered; see registerLinks
	reportedSettings map[string]bool // problems with the editor's settings that have been reported
	folders          []string        // of the workspace
	changes          int             // of settings, seen so far; see reconfigure
	documents        map[uri.URI]*document
	finding          *time.Timer            // until works are looked for again
	roots            map[string]string      // of files in no folder of the workspace, by folder; see folderOf
	watched          map[string]bool        // folders that the client has been asked to watch
	stores           map[string]storeOpener // of folders of the workspace, about which something has been asked
	found            map[string]duplicates  // that have been found in folders of the workspace
	searches         map[string]*refresher  // of folders in which the server looks for duplicates by itself
	reordering       map[int]*reordering    // of the orders of works
	changing         map[int]chan struct{}  // full while files of a work are being changed
}

// The phases of a conversation.
const (
	phaseNew int32 = iota
	phaseRunning
	phaseShutdown
)

// New makes a server that calls itself by a version and logs to log.
func New(version string, log *slog.Logger) *Server {
	fails := &panics{log: log}
	s := &Server{
		version:       version,
		log:           log,
		failures:      fails,
		began:         time.Now(),
		exit:          make(chan struct{}),
		progressAfter: longAnalysis,
		files:         settingsFiles{cache: config.NewCache(Declared), published: make(map[string]publishDiagnosticsParams), environment: debug.SetMemoryLimit(-1)},
		documents:     make(map[uri.URI]*document),
		watched:       make(map[string]bool),
		stores:        make(map[string]storeOpener),
		found:         make(map[string]duplicates),
		searches:      make(map[string]*refresher),
		pulling:       make(chan struct{}, 1),
		shapes:        shapes{keeping: make(chan struct{}, 1)},
		roots:         make(map[string]string),
		reordering:    make(map[int]*reordering),
		changing:      make(map[int]chan struct{}),
	}
	s.session = session.New(
		session.Analyst{Analyze: analysis.Analyze, Edit: (*analysis.Document).Edit, Caught: fails.caughtPanic},
		session.Options{Largest: largestText, SettingsOf: s.settingsOfClosed, Reading: s.collector.readWork, URIOf: func(file string) string { return string(fileURI(file)) }},
	)
	return s
}

// start binds the server to its connection.
func (s *Server) start(ctx context.Context, conn jsonrpc2.Conn) {
	s.ctx = ctx
	s.conn = conn
	s.client = protocol.ClientDispatcher(conn)
}

// stop ends everything that runs beside the connection.
func (s *Server) stop() {
	if s.phase.Load() != phaseShutdown { // which has done so
		s.keepAll()
	}
	s.beginning.Lock()
	s.hasStopped = true
	s.beginning.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	for u, d := range s.documents {
		d.close()
		s.session.Close(string(u))
	}
	clear(s.documents)
}

// end makes Serve return.
func (s *Server) end() { s.once.Do(func() { close(s.exit) }) }

// run runs f beside the connection, for as long as the server serves. It may call
// the client, which a notification's handler must not do. It returns false, and runs nothing, once the server has stopped.
func (s *Server) run(f func(ctx context.Context)) bool {
	s.beginning.Lock()
	defer s.beginning.Unlock()
	if s.hasStopped {
		return false
	}
	s.background.Go(func() {
		defer func() { _ = s.failures.caughtPanic("background", recover()) }()
		f(s.ctx)
	})
	return true
}
