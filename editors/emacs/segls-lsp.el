;;; segls-lsp.el --- The structure of long prose, by lsp-mode  -*- lexical-binding: t; -*-

;;; Commentary:

;; With lsp-mode 8.0 or later and the program `segls' on the PATH:
;;
;;   (setq lsp-lens-enable t)                    ; previews
;;   (require 'segls-lsp)
;;   (add-hook 'markdown-mode-hook #'lsp-deferred)
;;
;; lsp-mode shows diagnostics, hover, the outline, folds, code actions and code lenses.  The commands are in segls.el;
;; `segls-mode' has keys for them.

;;; Code:

(require 'lsp-mode)
(require 'segls)

(defun segls-lsp--capabilities ()
  "Return the capabilities that lsp-mode 8 has and does not declare.
It counts columns in characters of Emacs.  Without the declaration the
server would count in UTF-16, which differs after an emoji."
  (unless (assq 'general (lsp--client-capabilities))
    '((general . ((positionEncodings . ["utf-32"]))))))

(defun segls-lsp--path (uri)
  "Return the file name of URI, which lsp-mode 8 would cut at a #."
  (if (string-match "\\`file://\\(/[^#?]*\\)\\'" uri)
      (lsp-remap-path-if-needed
       (concat (cl-some #'lsp--workspace-host-root (lsp-workspaces))
               (let ((path (decode-coding-string (url-unhex-string (match-string 1 uri) t) 'utf-8)))
                 (if (eq system-type 'windows-nt) (string-remove-prefix "/" path) path))))
    (lsp--uri-to-path-1 uri)))

(defun segls-lsp--text (arguments)
  "Return ARGUMENTS of `lsp--info' without a format.
lsp-mode passes a message with the name of a buffer as the format, so
that a % in the name would raise an error and end the edit."
  (if (cdr arguments) arguments (cons "%s" arguments)))

(advice-add 'lsp--info :filter-args #'segls-lsp--text)

(defgroup segls-lsp nil
  "The structure of long prose."
  :group 'lsp-mode
  :link '(url-link "https://github.com/segls/segls"))

(defcustom segls-lsp-command '("segls" "serve" "--stdio")
  "The command that starts the server."
  :type '(repeat string)
  :group 'segls-lsp)

(defcustom segls-lsp-preferred-words 500
  "The preferred length of a fragment in words."
  :type 'integer
  :group 'segls-lsp)

(lsp-register-custom-settings '(("segls.preferredWords" segls-lsp-preferred-words)))

(lsp-register-client
 (make-lsp-client :new-connection (lsp-stdio-connection (lambda () segls-lsp-command))
                  :activation-fn (lsp-activate-on "markdown" "plaintext" "org" "restructuredtext" "asciidoc" "latex" "typst")
                  :custom-capabilities (segls-lsp--capabilities)
                  :uri->path-fn #'segls-lsp--path
                  :add-on? t
                  :priority -1
                  :server-id 'segls))

;; lsp-mode has languages for some of these modes, which take precedence.
(dolist (mode '((text-mode . "plaintext") (org-mode . "org") (rst-mode . "restructuredtext") (adoc-mode . "asciidoc")
                (latex-mode . "latex") (typst-ts-mode . "typst")))
  (add-to-list 'lsp-language-id-configuration mode t))

(provide 'segls-lsp)
;;; segls-lsp.el ends here
