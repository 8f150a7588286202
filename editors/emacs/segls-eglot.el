;;; segls-eglot.el --- The structure of long prose, by Eglot  -*- lexical-binding: t; -*-

;; Eglot is part of Emacs from 29 on, and a package (1.9 or later) before.  With the program `segls' on the PATH:
;;
;;   (require 'segls-eglot)
;;   (add-hook 'markdown-mode-hook #'eglot-ensure)
;;
;; Eglot shows diagnostics, hover (eldoc), the outline (imenu) and code actions, and from Emacs 29 on inlay hints, which
;; stand in for code lenses: `eglot-inlay-hints-mode'.  The commands below need no menu.
;;
;; Eglot 1.9 asks before each change that the server makes.  Since you have asked for it, you may not want to be asked again:
;;
;;   (setq eglot-confirm-server-initiated-edits nil)

;;; Code:

(require 'eglot)

(add-to-list 'eglot-server-programs
             ;; Other modes that derive from text-mode, such as those for LaTeX and HTML, have servers of their own.
             '(((markdown-mode :language-id "markdown") (org-mode :language-id "org") (rst-mode :language-id "restructuredtext")
                (adoc-mode :language-id "asciidoc") (text-mode :language-id "plaintext"))
               . ("segls" "serve" "--stdio")))

(defun segls-eglot--execute (command)
  "Have the server execute its COMMAND at point.  It changes the buffer itself."
  (let ((server (eglot-current-server))
        (arguments (vector (append (eglot--TextDocumentPositionParams)
                                   (list :uri (plist-get (eglot--TextDocumentIdentifier) :uri))))))
    (unless server (user-error "No server of Eglot's manages this buffer"))
    (jsonrpc-request server :workspace/executeCommand
                     (list :command (concat "segls." command) :arguments arguments))))

(defmacro segls-eglot--define (name command doc)
  "Define the interactive NAME that executes COMMAND of the server; DOC is its own."
  `(defun ,name () ,doc (interactive) (segls-eglot--execute ,command)))

(segls-eglot--define segls-move-fragment-up "moveFragmentUp" "Move the fragment at point over the one above.")
(segls-eglot--define segls-move-fragment-down "moveFragmentDown" "Move the fragment at point over the one below.")
(segls-eglot--define segls-move-section-up "moveSectionUp" "Move the section at point over the one above.")
(segls-eglot--define segls-move-section-down "moveSectionDown" "Move the section at point over the one below.")
(segls-eglot--define segls-split-paragraph "splitParagraph" "Split the paragraph at point where its topic turns.")
(segls-eglot--define segls-merge-paragraph "mergeParagraph" "Merge the paragraph at point with the more similar one.")
(segls-eglot--define segls-extract-fragment "extractFragment" "Put the fragment at point into a file of its own.")

(provide 'segls-eglot)
;;; segls-eglot.el ends here
