;;; session.el --- Shared by the tests of Eglot and lsp-mode  -*- lexical-binding: t; -*-

;;; Code:

(require 'cl-lib)

(defvar session-globals-exclude nil "Org takes the feature `session' for the package of that name, which has this variable.")

(defconst session-patience 90 "How long anything is waited for, in seconds: the machine may be busy.")

(defun session-eventually (what check)
  "Wait until CHECK returns something true, and return it; WHAT describes it in the message on failure."
  (let ((deadline (+ (float-time) session-patience)) answer)
    (while (not (or (setq answer (funcall check)) (> (float-time) deadline)))
      (accept-process-output nil 0.05))
    (or answer (error "Timeout while waiting for %s" what))))

(defun session-equal (actual expected what)
  "Fail unless ACTUAL equals EXPECTED; WHAT describes them in the message."
  (unless (equal actual expected)
    (error "%s: %S, not %S" what actual expected)))

(defun session-text ()
  "Return the text of the buffer."
  (buffer-substring-no-properties (point-min) (point-max)))

(defun session-undo ()
  "Undo the last step, as a user does."
  (undo-boundary)
  (let ((last-command nil)) (undo)))

(defun session-position (position)
  "Convert LSP's POSITION, a plist or a hash table, to the start of its line in the buffer."
  (let ((line (if (hash-table-p position) (gethash "line" position) (plist-get position :line))))
    (save-excursion (goto-char (point-min)) (forward-line line) (point))))

(defconst session-typed "漢字 🌊 begins a paragraph that stands beside wide signs. 👩‍🚀 Salt 🧂 keeps fish.\n\n"
  "The text to type at the beginning.")

(defconst session-split "漢字 🌊 begins a paragraph that stands beside wide signs.\n\n👩‍🚀 Salt 🧂 keeps fish.\n\n"
  "The typed text, split before its second sentence.")

(cl-defun session-edit (original start &key choose move)
  "Edit beside wide characters, act, undo, and move a fragment, in a buffer that has the text ORIGINAL.
CHOOSE is called with the title of a code action at point and executes it.  MOVE moves the fragment at point down, when point
is on the line of START, an LSP position."
  (goto-char (point-min))
  (undo-boundary)
  (insert session-typed)
  (session-equal (session-text) (concat session-typed original) "what was typed")
  (goto-char (point-min))
  (search-forward "🧂")
  (undo-boundary)
  (funcall choose "Split paragraph before this sentence")
  (session-eventually "the split" (lambda () (equal (session-text) (concat session-split original))))
  (session-undo)
  (session-equal (session-text) (concat session-typed original) "the text after one undo")
  (erase-buffer)
  (insert original)
  (goto-char (session-position start))
  (funcall move)
  (session-eventually "the move" (lambda () (not (equal (session-text) original))))
  (session-equal (sort (split-string (session-text) "\n") #'string<) (sort (split-string original "\n") #'string<)
                 "the lines after a move")
  (set-buffer-modified-p nil))

(defconst session-paragraphs "# Book\n\nSalt keeps fish.\n\nBees build wax.\nWax burns.\n\nFerries cross.\n"
  "A text for commands on a region.")

(defun session-regions ()
  "Check the commands of segls.el on a region: its paragraphs are moved twice, and merged.
The selected text stays selected."
  (transient-mark-mode 1)
  (erase-buffer)
  (insert session-paragraphs)
  (cl-flet ((select (from to)
              (goto-char (point-min))
              (search-forward from)
              (push-mark (match-beginning 0) t t)
              (search-forward to))
            (press (command wanted)
              (call-interactively command)
              (session-eventually (format "%s to give %S, not %S" command wanted (session-text))
                                  (lambda () (string-match-p wanted (string-replace "\n" " " (session-text)))))))
    (select "build" "burns")
    (press #'segls-move-fragment-up "# Book  Bees build wax. Wax burns.  Salt keeps")
    (session-equal (buffer-substring-no-properties (region-beginning) (region-end)) "build wax.\nWax burns" "what is selected")
    (press #'segls-move-fragment-down "fish.  Bees build wax. Wax burns.  Ferries")
    (press #'segls-move-fragment-down "cross.  Bees build wax.")
    (deactivate-mark)
    (erase-buffer)
    (insert session-paragraphs)
    (select "keeps" "burns")
    (press #'segls-merge-paragraph "Salt keeps fish. Bees build wax. Wax burns.  Ferries")
    (deactivate-mark)
    (set-buffer-modified-p nil)))

(cl-defun session-names (original start &key ready move)
  "Move the fragment at START, an LSP position, of the text ORIGINAL down in files of any name.
READY returns whether the server has the buffer, MOVE moves the fragment.  No part of a name is executed."
  (dolist (name (split-string (getenv "SEGLS_E2E_NAMES") "\n"))
    (let ((file (expand-file-name name (getenv "SEGLS_E2E_DIR"))))
      (with-temp-file file (insert original))
      (find-file file)
      (session-equal (file-name-nondirectory buffer-file-name) name "the name")
      (session-eventually (format "the server to have %s" name) ready)
      (goto-char (session-position start))
      (funcall move)
      (session-eventually (format "the move in %s" name) (lambda () (not (equal (session-text) original))))
      (session-equal (sort (split-string (session-text) "\n") #'string<) (sort (split-string original "\n") #'string<)
                     (format "the lines after a move in %s" name))
      (set-buffer-modified-p nil)
      (when (directory-files (getenv "SEGLS_E2E_DIR") nil "\\`ran\\'")
        (error "A part of the name %s has run" name)))))

(defun session-commands ()
  "Check segls.el with either client: titles in imenu, messages of refusals, and keys."
  (segls-mode 1)
  (session-keys)
  (let ((titles (mapcar #'car (funcall imenu-create-index-function))))
    (unless (and (member "# A small cube" titles) (cl-some (lambda (title) (string-match-p "\\`◆ .+ ([0-9]+)\\'" title)) titles))
      (error "Imenu lists %S" titles)))
  (session-equal (key-binding (kbd "C-c ; n")) #'segls-move-fragment-down "a key")
  (goto-char (point-min))
  (let ((refusal (condition-case failure (progn (call-interactively #'segls-promote-section) "none") (user-error (cadr failure)))))
    (unless (string-match-p "level" refusal) (error "The refusal says %S" refusal)))
  (segls-explain)
  (segls-mode -1)
  (session-equal (cl-some (lambda (entry) (equal (car-safe entry) "# A small cube")) (funcall imenu-create-index-function)) nil
                 "what imenu lists without the mode")
  (set-buffer-modified-p nil))

(defun session-keys ()
  "Check that every command of segls.el has a key after the prefix, with a name for which-key."
  (let (missing)
    (mapatoms (lambda (symbol)
                (when (and (string-prefix-p "segls-" (symbol-name symbol)) (commandp symbol)
                           (not (string-match-p "mode\\'\\|-map\\'" (symbol-name symbol)))
                           (not (where-is-internal symbol segls-command-map)))
                  (push symbol missing))))
    (session-equal missing nil "commands without a key"))
  (map-keymap (lambda (key binding)
                (unless (stringp (car-safe binding)) (error "%s has no name for which-key" (key-description (vector key)))))
              segls-command-map))

(cl-defun session-work (format &key ready)
  "Rename a heading, list its links and move a section in a work of three files in FORMAT, and undo in both buffers.
READY returns whether the server has the buffer."
  (let* ((org (equal format "org"))
         (head (if org "*" "#"))
         (folder (file-name-as-directory (expand-file-name (concat "work-" format) (getenv "SEGLS_E2E_DIR"))))
         (link (if org "[[file:01-salt.%s::*Mules][mules]]" "[mules](01-salt.%s#mules)"))
         (texts (mapcar (lambda (text) (replace-regexp-in-string "^#+" (lambda (m) (make-string (length m) (aref head 0))) text))
                        (list "# Salt\n\nSalt keeps fish.\n\n## Mules\n\nMules carry it.\n"
                              (format "# Bees\n\nBees build, and %s carry it.\n" (format link format))
                              "# Tides\n\nTides turn.\n")))
         (names (mapcar (lambda (name) (concat folder name "." format)) '("01-salt" "02-bees" "03-tides")))
         buffers)
    (make-directory folder t)
    (cl-mapc (lambda (name text) (with-temp-file name (insert text))) names texts)
    (dolist (name (seq-take names 2))
      (find-file name)
      (session-equal major-mode (if org 'org-mode 'markdown-mode) "the mode")
      (session-eventually (concat "the server to have " name) ready)
      (segls-mode 1)
      (session-equal (key-binding (kbd "C-c ; R")) #'segls-rename "a key")
      (push (current-buffer) buffers))
    (setq buffers (nreverse buffers))
    (cl-flet ((texts () (mapcar (lambda (buffer) (with-current-buffer buffer (session-text))) buffers))
              (back ()
                (dolist (buffer buffers)
                  (with-current-buffer buffer (session-undo) (undo-boundary)))))
      (switch-to-buffer (car buffers))
      (goto-char (point-min))
      (search-forward "Mules carry")
      ;; A rename from within the section updates the link in the other file.
      (pcase-let ((`(,prepared ,place) (segls--named "textDocument/prepareRename")))
        (session-equal (segls--get prepared :placeholder) "Mules" "what is to be renamed")
        (segls-rename "Donkeys" place))
      (session-eventually "the new name in both files"
                          (lambda () (and (string-match-p " Donkeys\n" (car (texts))) (string-match-p "onkeys\\(]\\|)\\)" (cadr (texts))))))
      (back)
      (session-equal (texts) (seq-take texts 2) "the texts after an undo in each")
      ;; The links to the section are listed.
      (switch-to-buffer (car buffers))
      (goto-char (point-min))
      (search-forward "Mules carry")
      (session-equal (length (segls--list (car (segls--named "segls/backlinks")) :links)) 1 "links to the section")
      (save-window-excursion (segls-backlinks))
      (unless (with-current-buffer "*xref*" (string-match-p "02-bees\\(.\\|\n\\)*Bees › Bees build" (session-text)))
        (error "The list of links has %S" (with-current-buffer "*xref*" (session-text))))
      ;; A move to the other file.
      (switch-to-buffer (car buffers))
      (cl-letf (((symbol-function 'completing-read) (lambda (_prompt places &rest _)
                                                      (car (cl-find-if (lambda (place) (string-match-p "02-bees.*end" (car place))) places))))
                ((symbol-function 'y-or-n-p) (lambda (_) t)))
        (call-interactively #'segls-move-section-to))
      (session-eventually "the section in the other file"
                          (lambda () (and (not (string-match-p "Mules" (car (texts)))) (string-match-p "Mules carry" (cadr (texts))))))
      (back)
      (session-equal (texts) (seq-take texts 2) "the texts after an undo in each, of a move")
      (dolist (buffer buffers)
        (with-current-buffer buffer (set-buffer-modified-p nil))))))

(defun session-run (name test)
  "Run TEST, print the verdict under NAME, and end with a code."
  (condition-case failure
      (progn (funcall test) (princ (format "ok - %s\n" name)) (kill-emacs 0))
    (error (princ (format "not ok - %s\n# %s\n" name (error-message-string failure))) (kill-emacs 1))))

(provide 'session)
;;; session.el ends here
