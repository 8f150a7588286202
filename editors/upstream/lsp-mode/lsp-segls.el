;;; lsp-segls.el --- The structure of long prose, by lsp-mode  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The segls authors

;; Author: The segls authors
;; Keywords: languages, wp

;;; Commentary:

;; LSP client for segls, a server that shows the structure of long prose.

;;; Code:

(require 'lsp-mode)

(defgroup lsp-segls nil
  "The structure of long prose."
  :group 'lsp-mode
  :link '(url-link "https://github.com/segls/segls"))

(defcustom lsp-segls-command '("segls" "serve" "--stdio")
  "The command that starts the server."
  :type '(repeat string)
  :group 'lsp-segls)

(defcustom lsp-segls-preferred-words 500
  "How many words a fragment is to have."
  :type 'integer
  :group 'lsp-segls)

(lsp-register-custom-settings '(("segls.preferredWords" lsp-segls-preferred-words)))

(lsp-register-client
 (make-lsp-client :new-connection (lsp-stdio-connection (lambda () lsp-segls-command))
                  :activation-fn (lsp-activate-on "markdown" "plaintext")
                  :add-on? t
                  :priority -1
                  :server-id 'segls))

(add-to-list 'lsp-language-id-configuration '(text-mode . "plaintext") t)

(lsp-consistency-check lsp-segls)

(provide 'lsp-segls)
;;; lsp-segls.el ends here
