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
  "What lsp-mode should say of itself and, in version 8, does not.
It counts columns in characters of Emacs.  A server that is not told
counts UTF-16, and differs after an emoji."
  (unless (assq 'general (lsp--client-capabilities))
    '((general . ((positionEncodings . ["utf-32"]))))))

(defgroup segls-lsp nil
  "The structure of long prose."
  :group 'lsp-mode
  :link '(url-link "https://github.com/segls/segls"))

(defcustom segls-lsp-command '("segls" "serve" "--stdio")
  "The command that starts the server."
  :type '(repeat string)
  :group 'segls-lsp)

(defcustom segls-lsp-preferred-words 500
  "How many words a fragment is to have."
  :type 'integer
  :group 'segls-lsp)

(lsp-register-custom-settings '(("segls.preferredWords" segls-lsp-preferred-words)))

(lsp-register-client
 (make-lsp-client :new-connection (lsp-stdio-connection (lambda () segls-lsp-command))
                  :activation-fn (lsp-activate-on "markdown" "plaintext")
                  :custom-capabilities (segls-lsp--capabilities)
                  :add-on? t
                  :priority -1
                  :server-id 'segls))

(add-to-list 'lsp-language-id-configuration '(text-mode . "plaintext") t)

(provide 'segls-lsp)
;;; segls-lsp.el ends here
