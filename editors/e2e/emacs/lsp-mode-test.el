;;; lsp-mode-test.el --- lsp-mode against a built server  -*- lexical-binding: t; -*-

;;; Code:

(require 'session)
(require 'markdown-mode)
(require 'segls-lsp)
(dolist (library '(lsp-lens lsp-modeline lsp-headerline lsp-diagnostics)) ; an installed package autoloads these
  (require library))

(defun test-choose (title)
  "Execute the code action at point whose title begins with TITLE."
  (let ((action (cl-find-if (lambda (action) (string-prefix-p title (gethash "title" action)))
                            (lsp-code-actions-at-point))))
    (unless action (error "There is no action %s" title))
    (lsp-execute-code-action action)))

(defun test-lsp-mode ()
  "Open a chapter, check what lsp-mode shows, edit, execute an action, and undo."
  (setq lsp-auto-guess-root t
        lsp-lens-enable t
        lsp-session-file (expand-file-name "session" (getenv "SEGLS_E2E_DIR"))
        lsp-enable-suggest-server-download nil
        lsp-response-timeout session-patience
        lsp-keep-workspace-alive t)
  (find-file (expand-file-name "chapter.md" (getenv "SEGLS_E2E_DIR")))
  (session-equal major-mode 'markdown-mode "the mode")
  (lsp-workspace-folders-add (getenv "SEGLS_E2E_DIR"))
  (lsp)
  (session-eventually "the server"
                      (lambda () (and (lsp-workspaces) (eq 'initialized (lsp--workspace-status (car (lsp-workspaces)))))))
  (let* ((original (session-text))
         (fragments (gethash "fragments" (lsp-request "segls/fragments" (list :textDocument (lsp--text-document-identifier)))))
         (suggested (cl-find-if (lambda (f) (eq (gethash "suggested" f) t)) fragments))
         (start (gethash "start" (gethash "range" suggested))))
    (session-eventually "a diagnostic" (lambda () (lsp--get-buffer-diagnostics)))
    (let ((lenses (lsp-request "textDocument/codeLens" (list :textDocument (lsp--text-document-identifier)))))
      (unless (cl-plusp (length lenses)) (error "No lenses")))
    (unless (lsp--get-folding-ranges) (error "No folds"))
    (unless (string-match-p "A small cube" (format "%S" (lsp--imenu-create-index))) (error "The outline lacks a section"))
    (session-edit original start
                  :choose #'test-choose
                  :move (lambda () (call-interactively #'segls-move-fragment-down)))
    (session-commands)
    (session-regions)
    (dolist (format '("md" "org"))
      (session-work format :ready (lambda ()
                                    (unless (lsp-workspaces) (lsp))
                                    (and (lsp-workspaces) (ignore-errors (segls--fragments (segls--uri)))))))
    (session-names original start
                   :ready (lambda ()
                            (unless (lsp-workspaces) (lsp))
                            (lsp-workspaces))
                   :move (lambda () (call-interactively #'segls-move-fragment-down))))
  (setq lsp-restart 'ignore)
  (lsp-workspace-shutdown (car (lsp-workspaces))))

(session-run (format "emacs %s, lsp-mode" emacs-version) #'test-lsp-mode)
;;; lsp-mode-test.el ends here
