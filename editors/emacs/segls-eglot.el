;;; segls-eglot.el --- The structure of long prose, by Eglot  -*- lexical-binding: t; -*-

;;; Commentary:

;; Eglot is part of Emacs from 29 on, and a package (1.9 or later) before.  With the program `segls' on the PATH:
;;
;;   (require 'segls-eglot)
;;   (add-hook 'markdown-mode-hook #'eglot-ensure)
;;
;; Eglot shows diagnostics, hover (eldoc), the outline (imenu) and code actions, and from Emacs 29 on inlay hints instead
;; of code lenses: `eglot-inlay-hints-mode'.  The commands are in segls.el; `segls-mode' has keys for them.
;;
;; Eglot 1.9 asks before it applies a change of the server.  To apply the changes that you request without a question:
;;
;;   (setq eglot-confirm-server-initiated-edits nil)

;;; Code:

(require 'eglot)
(require 'segls)

(let ((modes '((markdown-mode :language-id "markdown") (org-mode :language-id "org") (rst-mode :language-id "restructuredtext")
               (adoc-mode :language-id "asciidoc") (typst-ts-mode :language-id "typst")
               ;; Other modes derived from this one, such as those for LaTeX and HTML, have other servers.
               (text-mode :language-id "plaintext"))))
  ;; Before Emacs 29 Eglot sends the language of a server's first buffer for all its buffers, so each mode has a server.
  (dolist (managed (if (< emacs-major-version 29) (mapcar #'list (reverse modes)) (list modes)))
    (add-to-list 'eglot-server-programs (cons managed '("segls" "serve" "--stdio")))))

;; Before Emacs 30 Eglot does not encode a % in a file name, and decodes 50%20off.md as "50 off.md" in answers.
(when (bound-and-true-p eglot--uri-path-allowed-chars)
  (aset eglot--uri-path-allowed-chars ?% nil))

(provide 'segls-eglot)
;;; segls-eglot.el ends here
