;;; segls-eglot.el --- The structure of long prose, by Eglot  -*- lexical-binding: t; -*-

;;; Commentary:

;; Eglot is part of Emacs from 29 on, and a package (1.9 or later) before.  With the program `segls' on the PATH:
;;
;;   (require 'segls-eglot)
;;   (add-hook 'markdown-mode-hook #'eglot-ensure)
;;
;; Eglot shows diagnostics, hover (eldoc), the outline (imenu) and code actions, and from Emacs 29 on inlay hints, which
;; stand in for code lenses: `eglot-inlay-hints-mode'.  The commands are in segls.el; `segls-mode' has keys for them.
;;
;; Eglot 1.9 asks before each change that the server makes.  Since you have asked for it, you may not want to be asked again:
;;
;;   (setq eglot-confirm-server-initiated-edits nil)

;;; Code:

(require 'eglot)
(require 'segls)

(let ((modes '((markdown-mode :language-id "markdown") (org-mode :language-id "org") (rst-mode :language-id "restructuredtext")
               (adoc-mode :language-id "asciidoc") (typst-ts-mode :language-id "typst")
               ;; Other modes that derive from this one, such as those for LaTeX and HTML, have servers of their own.
               (text-mode :language-id "plaintext"))))
  ;; Before Emacs 29 Eglot says the language of the first buffer of a server for all of them: there each mode has its own.
  (dolist (managed (if (< emacs-major-version 29) (mapcar #'list (reverse modes)) (list modes)))
    (add-to-list 'eglot-server-programs (cons managed '("segls" "serve" "--stdio")))))

;; Before Emacs 30 Eglot leaves a % in the name of a file as it is, and takes 50%20off.md for "50 off.md" in the answer.
(when (bound-and-true-p eglot--uri-path-allowed-chars)
  (aset eglot--uri-path-allowed-chars ?% nil))

(provide 'segls-eglot)
;;; segls-eglot.el ends here
