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

// Server is a language server for one client. Create it with [New] and call [Server.Serve].
type Server struct {
	version  string
	log      *slog.Logger
	failures *panicLog
	session  *session.Session
	timings  timings
	began    time.Time

	phase         atomic.Int32  // of the connection: phaseNew, phaseRunning, phaseShutdown
	isInitialized atomic.Bool   // the client has sent initialized
	exited        chan struct{} // closed by exit, or by the end of the client's process
	once          sync.Once     // closes exited

	// client, conn and ctx are set by bindConnection. ctx is done when Serve returns.
	client     protocol.Client
	conn       jsonrpc2.Conn
	ctx        context.Context
	clientCaps clientCaps // written once, by initialize

	announces bool // the client has requested segls/didUpdate; written once, by initialize

	lenses, folds, hints requestCoalescer

	progressAfter time.Duration // the time after which progress is shown
	tokens        atomic.Int64  // the number of progress tokens so far

	registering turn // held while link features are registered
	pulling     turn // held while settings are requested from the client
	searching   turn // held during a search for what a move may have broken, which reads the whole folder

	// background counts the goroutines that outlive the message that started them. No goroutine starts after the server has stopped.
	background sync.WaitGroup
	beginning  sync.Mutex // locked while a goroutine is started; guards hasStopped
	hasStopped bool

	files     settingsFiles
	shapes    shapes
	collector garbagePacer

	interrupted sync.Map // the interrupted changes of files that the writer has been warned of

	mu               sync.Mutex // guards the fields below, and document fields marked as guarded by it
	settings         editorSettings
	linksIn          []string        // languages for which rename and completion are registered; see registerLinkFeatures
	reportedSettings map[string]bool // problems with the editor's settings that have been reported
	folders          []string        // of the workspace
	changes          int             // the number of changes of settings so far; see reconfigure
	documents        map[uri.URI]*openDocument
	finding          *time.Timer                  // fires when works are searched for again
	roots            map[string]string            // the roots of files outside the workspace, by folder; see folderOf
	watched          map[string]bool              // folders that the client was asked to watch
	stores           map[string]storeOpener       // the libraries of workspace folders
	found            map[string]duplicates        // the repeated passages last found, by folder
	searches         map[string]*requestCoalescer // searches for duplicates in the background, by folder
	reordering       map[int]*orderReread         // by work
	changing         map[int]turn                 // by work; held while its files are changed
	gathered         gatheredTexts
}

// The phases of a connection.
const (
	phaseNew int32 = iota
	phaseRunning
	phaseShutdown
)

// New creates a server with the given version. The server logs to log.
func New(version string, log *slog.Logger) *Server {
	fails := &panicLog{log: log}
	s := &Server{
		version:       version,
		log:           log,
		failures:      fails,
		began:         time.Now(),
		exited:        make(chan struct{}),
		progressAfter: longAnalysis,
		files:         settingsFiles{cache: config.NewCache(session.DeclaredSettings), published: make(map[string]publishDiagnosticsParams), environment: debug.SetMemoryLimit(-1)},
		documents:     make(map[uri.URI]*openDocument),
		watched:       make(map[string]bool),
		stores:        make(map[string]storeOpener),
		found:         make(map[string]duplicates),
		searches:      make(map[string]*requestCoalescer),
		pulling:       newTurn(),
		shapes:        shapes{keeping: newTurn()},
		registering:   newTurn(),
		searching:     newTurn(),
		roots:         make(map[string]string),
		reordering:    make(map[int]*orderReread),
		changing:      make(map[int]turn),
	}
	s.session = session.New(
		session.Analyst{Analyze: analysis.Analyze, Edit: (*analysis.Document).Edit, Caught: fails.logPanic},
		session.Options{Largest: largestText, SettingsOf: s.settingsOfClosed, Reading: s.collector.collectOften, URIOf: func(file string) string { return string(fileURI(file)) }},
	)
	return s
}

// bindConnection binds the server to its connection and ctx.
func (s *Server) bindConnection(ctx context.Context, conn jsonrpc2.Conn) {
	s.ctx = ctx
	s.conn = conn
	s.client = protocol.ClientDispatcher(conn)
}

// stop stores the divisions shown, unless shutdown has done so, prevents further background work and closes all documents.
func (s *Server) stop() {
	if s.phase.Load() != phaseShutdown {
		s.storeAllShapes()
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

// signalExit makes Serve return.
func (s *Server) signalExit() { s.once.Do(func() { close(s.exited) }) }

// runInBackground starts f in a goroutine, with the server's context. f may call the client, which handlers of notifications must not do.
// Once the server has stopped, runInBackground does not start f and returns false.
func (s *Server) runInBackground(f func(ctx context.Context)) bool {
	s.beginning.Lock()
	defer s.beginning.Unlock()
	if s.hasStopped {
		return false
	}
	s.background.Go(func() {
		defer func() { _ = s.failures.logPanic("background", recover()) }()
		f(s.ctx)
	})
	return true
}
