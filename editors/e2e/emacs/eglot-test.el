;;; eglot-test.el --- Eglot against a built server  -*- lexical-binding: t; -*-

;;; Code:

(require 'session)
(require 'eglot)
(require 'markdown-mode nil t)
(unless (fboundp 'markdown-mode)
  ;; markdown-mode is not part of Emacs. Eglot selects the server by the name of the mode.
  (define-derived-mode markdown-mode text-mode "Markdown")
  (add-to-list 'auto-mode-alist '("\\.md\\'" . markdown-mode)))
(require 'segls-eglot)

(setq jrpc-default-request-timeout session-patience ; of Eglot's own requests too
      eglot-connect-timeout session-patience)
(setq eglot-confirm-server-initiated-edits nil) ; a batch run cannot answer

(defvar test-server nil)

(defun test-ask (method &rest params)
  "Send METHOD about the buffer with PARAMS, and return the answer."
  (when (fboundp 'eglot--signal-textDocument/didChange)
    (eglot--signal-textDocument/didChange))
  (jsonrpc-request test-server method (append (list :textDocument (eglot--TextDocumentIdentifier)) params)))

(defun test-choose (title)
  "Execute the code action at point whose title begins with TITLE."
  (let ((action (cl-find-if (lambda (action) (string-prefix-p title (plist-get action :title)))
                            (eglot-code-actions (point) (point)))))
    (unless action (error "There is no action %s" title))
    (if (fboundp 'eglot-execute)
        (eglot-execute test-server action)
      (let ((command (plist-get action :command)))
        (eglot-execute-command test-server (intern (plist-get command :command)) (plist-get command :arguments))))))

(defun test-two-moves (original start)
  "Send two moves of the fragment at START of the text ORIGINAL, the second before the first is answered.
Check that one or both moves are done, and that no line is lost."
  (erase-buffer)
  (insert original)
  (test-ask :segls/fragments) ; so that the server has the text
  (let ((argument (list :uri (plist-get (eglot--TextDocumentIdentifier) :uri) :position start))
        (answers nil))
    (dotimes (_ 2)
      (jsonrpc-async-request test-server :workspace/executeCommand
                             (list :command "segls.moveFragmentDown" :arguments (vector argument))
                             :success-fn (lambda (_) (push 'moved answers))
                             :error-fn (lambda (failure) (push (plist-get failure :message) answers))
                             :timeout-fn (lambda () (push "no answer" answers))
                             :timeout session-patience))
    (session-eventually "two answers"
                        (lambda ()
                          (when (fboundp 'eglot--signal-textDocument/didChange)
                            (eglot--signal-textDocument/didChange)) ; a batch run has no idle timers
                          (= (length answers) 2)))
    (unless (memq 'moved answers)
      (error "Both moves were refused: %S" answers))
    (when (equal (session-text) original)
      (error "Two moves were answered, but the text has not changed: %S" answers))
    (session-equal (sort (split-string (session-text) "\n") #'string<) (sort (split-string original "\n") #'string<)
                   "the lines after two moves at once")
    (message "two moves at once: %S" answers)
    (set-buffer-modified-p nil)))

(defun test-eglot ()
  "Open a chapter, check what Eglot shows, edit, execute an action, and undo."
  (find-file (expand-file-name "chapter.md" (getenv "SEGLS_E2E_DIR")))
  (session-equal major-mode 'markdown-mode "the mode")
  (let ((eglot-sync-connect t)) (setq test-server (apply #'eglot--connect (eglot--guess-contact))))
  (let* ((original (session-text))
         (fragments (plist-get (test-ask :segls/fragments) :fragments))
         (suggested (cl-find-if (lambda (f) (eq (plist-get f :suggested) t)) fragments))
         (start (plist-get (plist-get suggested :range) :start)))
    ;; Diagnostics reach Flymake.
    (flymake-mode 1)
    (session-eventually "a diagnostic with a number of words"
                        (lambda ()
                          (flymake-start)
                          (cl-some (lambda (d) (string-match-p "words" (flymake-diagnostic-text d)))
                                   (flymake-diagnostics))))
    ;; Hover, the outline, hints.
    (unless (string-match-p "change here" (format "%S" (test-ask :textDocument/hover :position start)))
      (error "Hover does not explain the boundary"))
    (unless (string-match-p "A small cube" (format "%S" (funcall imenu-create-index-function)))
      (error "The outline lacks a section"))
    (when (fboundp 'eglot-inlay-hints-mode)
      (unless (cl-plusp (length (test-ask :textDocument/inlayHint
                                          :range (list :start '(:line 0 :character 0) :end '(:line 10000 :character 0)))))
        (error "No inlay hints")))
    (session-edit original start
                  :choose #'test-choose
                  :move (lambda () (call-interactively #'segls-move-fragment-down)))
    (session-commands)
    (session-regions)
    (test-two-moves original start)
    (dolist (format '("md" "org"))
      (session-work format :ready (lambda ()
                                    (eglot--maybe-activate-editing-mode) ; as after a command
                                    (unless (eglot-managed-p) (let ((eglot-sync-connect t)) (apply #'eglot--connect (eglot--guess-contact))))
                                    (ignore-errors (segls--fragments (segls--uri))))))
    (session-names original start
                   :ready (lambda () (ignore-errors (test-ask :segls/fragments)))
                   :move (lambda () (call-interactively #'segls-move-fragment-down))))
  (eglot-shutdown test-server))

(session-run (format "emacs %s, eglot" emacs-version) #'test-eglot)
;;; eglot-test.el ends here
