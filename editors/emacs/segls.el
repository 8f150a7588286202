;;; segls.el --- The structure of long prose  -*- lexical-binding: t; -*-

;; Version: 0.2.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: wp, outlines, convenience
;; URL: https://github.com/segls/segls

;;; Commentary:

;; segls is a language server that shows where the topics of a long text turn, and moves, splits and merges its parts.
;; This file has its commands, for Eglot and lsp-mode alike.  Load segls-eglot or segls-lsp, which register the server.
;;
;; Commands on a fragment apply to the paragraphs of the region, if it is active.
;;
;; `segls-mode' puts the commands on keys after "C-c ;", named for which-key, and gives imenu the titles of sections and
;; fragments:
;;
;;   (add-hook 'eglot-managed-mode-hook #'segls-mode)
;;   (add-hook 'lsp-managed-mode-hook #'segls-mode)

;;; Code:

(require 'cl-lib)
(require 'imenu)
(require 'jsonrpc)
(require 'subr-x)
(require 'url-util)
(require 'xref)

(declare-function eglot-current-server "eglot")
(declare-function eglot-managed-p "eglot")
(declare-function eglot-path-to-uri "eglot")
(declare-function eglot-rename "eglot")
(declare-function lsp-rename "lsp-mode")
(declare-function lsp-request "lsp-mode")
(declare-function lsp-workspaces "lsp-mode")
(defvar eglot-current-column-function)
(defvar eglot-current-linepos-function)
(defvar lsp-buffer-uri)

(defgroup segls nil
  "The structure of long prose."
  :group 'text
  :link '(url-link "https://github.com/segls/segls"))

;;;; The server

(defun segls--client ()
  "Return the client of this buffer: `eglot', `lsp' or nil."
  (cond ((and (fboundp 'eglot-managed-p) (eglot-managed-p)) 'eglot)
        ((and (fboundp 'lsp-workspaces) (lsp-workspaces)) 'lsp)))

(defun segls--get (object key)
  "Return the value of KEY, a keyword, in OBJECT, a plist or a hash table."
  (if (hash-table-p object)
      (gethash (substring (symbol-name key) 1) object)
    (plist-get object key)))

(defun segls--true (value)
  "Return non-nil if VALUE is true in JSON."
  (not (memq value '(nil :json-false))))

(defun segls--hexified (path &rest as-they-are)
  "Return PATH as a file URI.
A colon is encoded unless it is among AS-THEY-ARE."
  (let ((allowed (copy-sequence url-path-allowed-chars)))
    (aset allowed ?% nil)
    (aset allowed ?: (memq ?: as-they-are))
    (concat "file://" (url-hexify-string path allowed))))

(defun segls--uri ()
  "Return the URI of the buffer, as the client writes it."
  (cond ((not buffer-file-name) (user-error "This buffer has no file"))
        ((eq (segls--client) 'lsp)
         (or (bound-and-true-p lsp-buffer-uri) (segls--hexified (expand-file-name buffer-file-name) ?:)))
        ((fboundp 'eglot-path-to-uri) (eglot-path-to-uri buffer-file-name))
        (t (segls--hexified (file-truename buffer-file-name)))))

(defun segls--file (uri)
  "Return the file name of URI."
  (decode-coding-string (url-unhex-string (string-remove-prefix "file://" uri) t) 'utf-8))

(defun segls--position ()
  "Return point as an LSP position."
  (list :line (1- (line-number-at-pos nil t))
        :character (cond ((eq (segls--client) 'lsp) (- (point) (line-beginning-position)))
                         ((bound-and-true-p eglot-current-linepos-function) (funcall eglot-current-linepos-function))
                         ((bound-and-true-p eglot-current-column-function) (funcall eglot-current-column-function))
                         (t (- (point) (line-beginning-position))))))

(defun segls--send-changes ()
  "Send the pending changes of all buffers of Eglot to the server.
Eglot does so when Emacs is idle, without a public function to do it earlier."
  (let ((send 'eglot--signal-textDocument/didChange))
    (when (fboundp send)
      (dolist (buffer (buffer-list))
        (with-current-buffer buffer
          (when (eq (segls--client) 'eglot) (funcall send)))))))

(defun segls--request (method params)
  "Send METHOD, a string, with PARAMS to the server, and return the answer.
Signal a `user-error' if the server refuses."
  (condition-case failure
      (pcase (segls--client)
        ('eglot
         (segls--send-changes)
         (let ((timer (run-with-timer 0.1 0.1 #'segls--send-changes))) ; the server may be waiting for changes that it requested
           (unwind-protect
               (jsonrpc-request (eglot-current-server) (intern (concat ":" method)) params)
             (cancel-timer timer))))
        ('lsp (lsp-request method params))
        (_ (user-error "No segls server manages this buffer; M-x eglot or M-x lsp starts one")))
    (jsonrpc-error (user-error "%s" (or (alist-get 'jsonrpc-error-message (cddr failure)) (cadr failure))))
    (user-error (signal (car failure) (cdr failure)))
    (error (user-error "%s" (error-message-string failure)))))

(defun segls--execute (command &optional more)
  "Make the server execute COMMAND at point, with MORE arguments, a plist.
The server changes the buffer.  If that would break links, ask first."
  (let* ((argument (append more (list :uri (segls--uri)) (unless (plist-member more :position) (list :position (segls--position)))))
         (run (lambda (argument)
                (segls--request "workspace/executeCommand"
                                (list :command (concat "segls." command) :arguments (vector argument)))))
         (answer (funcall run argument))
         (unmended (and answer (or (hash-table-p answer) (consp answer)) (segls--get answer :unmended))))
    (when (and unmended (y-or-n-p (segls--unmended unmended)))
      (funcall run (append '(:force t) argument)))))

(defun segls--unmended (links)
  "Return a question about LINKS that would break."
  (concat (mapconcat (lambda (link)
                       (format "%s:%d: %s" (file-name-nondirectory (segls--file (segls--get link :uri)))
                               (1+ (segls--get link :line)) (segls--get link :message)))
                     (seq-take links 5) "\n")
          (if (> (length links) 5) (format "\nand %d more" (- (length links) 5)) "")
          "\nThese places may be wrong afterwards.  Do it anyway? "))

;;;; Commands

(defun segls--selected ()
  "Return the active region as arguments for the server, or nil.
The server takes it for the paragraphs that it touches."
  (when (use-region-p)
    (list :position (save-excursion (goto-char (region-beginning)) (segls--position))
          :end (save-excursion (goto-char (region-end)) (segls--position)))))

(defun segls--execute-on-region (command &optional more)
  "Make the server execute COMMAND on the region, with MORE arguments, a plist.
Without a region, execute it on the fragment at point.  The selected text
stays selected after a move."
  (let* ((selected (segls--selected))
         (beginning (and selected (region-beginning)))
         (text (and selected (buffer-substring-no-properties beginning (region-end)))))
    (segls--execute command (append more (or selected (list :id (segls--get (segls--here :fragments) :id)))))
    (when selected (segls--select text beginning))))

(defun segls--select (text from)
  "Select the occurrence of TEXT that is nearest to FROM."
  (let ((case-fold-search nil) found)
    (save-excursion
      (goto-char (point-min))
      (while (search-forward text nil t)
        (let ((at (match-beginning 0)))
          (when (or (not found) (< (abs (- at from)) (abs (- found from))))
            (setq found at))
          (goto-char (1+ at)))))
    (when found
      (goto-char (+ found (length text)))
      (push-mark found t t)
      (setq deactivate-mark nil))))

(defmacro segls--define (name command doc)
  "Define NAME, which executes COMMAND of the server, with docstring DOC.
A numeric prefix repeats it.  At a heading, a command on a fragment acts
on the fragment that follows."
  (let ((is-of-fragment (string-match-p "Fragment\\|Boundary\\|insertHeading\\|release" command))
        (is-of-region (member command '("moveFragmentUp" "moveFragmentDown" "mergeParagraph" "insertHeading"))))
    `(defun ,name (times)
       ,doc
       (interactive "p")
       (dotimes (_ times)
         ,(let ((run `(segls--execute ,command ,(when is-of-fragment '(list :id (segls--get (segls--here :fragments) :id))))))
            (if is-of-region
                `(if (use-region-p) (segls--execute-on-region ,command) ,run)
              run))))))

;;;###autoload (autoload 'segls-move-fragment-up "segls" nil t)
(segls--define segls-move-fragment-up "moveFragmentUp" "Move the fragment at point, or the region, up, TIMES times.")
;;;###autoload (autoload 'segls-move-fragment-down "segls" nil t)
(segls--define segls-move-fragment-down "moveFragmentDown" "Move the fragment at point, or the region, down, TIMES times.")
;;;###autoload (autoload 'segls-move-section-up "segls" nil t)
(segls--define segls-move-section-up "moveSectionUp" "Move the section at point over the one above, TIMES times.")
;;;###autoload (autoload 'segls-move-section-down "segls" nil t)
(segls--define segls-move-section-down "moveSectionDown" "Move the section at point over the one below, TIMES times.")
(segls--define segls-promote-section "promoteSection" "Raise the section at point by one level, TIMES times.")
(segls--define segls-demote-section "demoteSection" "Lower the section at point by one level, TIMES times.")
(segls--define segls-split-paragraph "splitParagraph" "Split the paragraph at point where its topic turns, TIMES times.")
(segls--define segls-split-paragraph-here "splitParagraphHere" "Split the paragraph before the sentence at point, TIMES times.")
(segls--define segls-merge-paragraph "mergeParagraph" "Merge the paragraph at point with the more similar one, TIMES times.
Or make one paragraph of those in the region.")
(segls--define segls-merge-fragment "mergeFragments" "Merge the fragment at point with the next one, TIMES times.")
(segls--define segls-insert-heading "insertHeading" "Insert a heading above the fragment at point, or the region, TIMES times.")
(segls--define segls-keep-boundary "pinBoundary" "Keep the boundary before the fragment at point, TIMES times.")
(segls--define segls-forbid-boundary "vetoBoundary" "Forbid the boundary before the fragment at point, TIMES times.")
(segls--define segls-release-fragment "release" "Stop keeping the moved fragment at point whole, TIMES times.")
(defun segls-divide-anew ()
  "Divide the text again; called again, restore the earlier fragments."
  (interactive)
  (segls--execute "divideAnew"))
(segls--define segls-merge-files "mergeFiles" "Append the next file of the work to this one, TIMES times.")

(defun segls--read-file (prompt)
  "Ask with PROMPT for the name of a new file.
If the name is empty, the server chooses one."
  (let ((name (read-string prompt)))
    (unless (string-empty-p name) (list :file name))))

(defun segls-extract-fragment (file)
  "Put the fragment at point, or the region, into FILE and leave a link.
Eglot cannot create files for a server, so this needs lsp-mode."
  (interactive (list (segls--need-files (lambda () (segls--read-file "Name of the new file (leave empty to name it after the title): ")))))
  (segls--execute-on-region "extractFragment" file))

(defun segls-extract-section (file)
  "Put the section at point into FILE, and leave its heading and a link.
Eglot cannot create files for a server, so this needs lsp-mode."
  (interactive (list (segls--need-files (lambda () (segls--read-file "Name of the new file (leave empty to name it after the heading): ")))))
  (segls--execute "extractSection" file))

(defun segls--need-files (then)
  "Call THEN if the client can create files."
  (when (eq (segls--client) 'eglot)
    (user-error "Eglot cannot create files for a server; use lsp-mode, or `segls move' in a shell"))
  (funcall then))

(defun segls-rename-fragment (title as)
  "Give the fragment at point, or the region, TITLE.
The title is written above it AS a heading or a comment."
  (interactive (list (read-string "Title: ")
                     (completing-read "Where should the title go? " '("heading" "comment") nil t)))
  (segls--execute-on-region "renameFragment" (list :title title :as as)))

(defun segls-explain ()
  "Show what the fragment at point is about, and why it begins where it does."
  (interactive)
  (let* ((here (segls--here :fragments))
         (place (list :textDocument (list :uri (segls--uri)) :position (segls--start here)))
         (hover (segls--request "textDocument/hover" place))
         (contents (and hover (segls--get hover :contents))))
    (message "%s: %d words%s" (segls--get here :title) (segls--get here :words)
             (if contents (concat "\n" (if (stringp contents) contents (segls--get contents :value))) ""))))

;;;; Sections and fragments

(defun segls--fragments (uri)
  "Return the fragments and sections of the text URI."
  (segls--request "segls/fragments" (list :textDocument (list :uri uri))))

(defun segls--list (answer key)
  "Return the list KEY of ANSWER, which may be nil."
  (and answer (append (segls--get answer key) nil)))

(defun segls--start (thing)
  "Return the start of THING, a section or fragment."
  (segls--get (segls--get thing :range) :start))

(defun segls--line (thing)
  "Return the line, from 0, on which THING begins."
  (segls--get (segls--start thing) :line))

(defun segls--last-before (line things)
  "Return the last of THINGS that begins on LINE or above."
  (cl-find-if (lambda (thing) (<= (segls--line thing) line)) things :from-end t))

(defun segls--here (things)
  "Return the element at point in the list THINGS, a key of the answer.
A heading belongs to the fragment that follows."
  (let* ((answer (segls--fragments (segls--uri)))
         (line (1- (line-number-at-pos nil t)))
         (all (segls--list answer things)))
    (or (when (cl-find line (segls--list answer :sections) :key #'segls--line)
          (cl-find-if (lambda (thing) (>= (segls--line thing) line)) all))
        (segls--last-before line all)
        (car all)
        (user-error "There is no fragment or section here"))))

(defun segls--marker (line)
  "Return the start of LINE, from 0, in this buffer."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char (point-min))
      (forward-line line)
      (point-marker))))

(defun segls-imenu-index ()
  "Return an index for imenu: sections with their fragments, by title."
  (let* ((answer (segls--fragments (segls--uri)))
         (sections (mapcar (lambda (s) (list (segls--line s) (concat "# " (segls--get s :title)))) (segls--list answer :sections)))
         (fragments (unless (segls--true (and answer (segls--get answer :quiet)))
                      (mapcar (lambda (f) (list (segls--line f)
                                                (format "◆ %s (%d)" (segls--get f :title) (segls--get f :words))))
                              (segls--list answer :fragments)))))
    (mapcar (lambda (row) (cons (cadr row) (segls--marker (car row))))
            (sort (append sections fragments) (lambda (a b) (< (car a) (car b)))))))

;;;; Headings and links

(defun segls--named (method)
  "Request METHOD for point, or else for the heading of its section.
Return the answer and its position, as a list."
  (let* ((uri (segls--uri))
         (section (segls--last-before (1- (line-number-at-pos nil t)) (segls--list (segls--fragments uri) :sections))))
    (or (cl-some (lambda (place)
                   (let ((answer (segls--request method (list :textDocument (list :uri uri) :position (cdr place)))))
                     (and answer (list answer (car place)))))
                 (append (list (cons (point-marker) (segls--position)))
                         (when section (list (cons (segls--marker (segls--line section)) (segls--start section))))))
        (user-error "Nothing here has a name"))))

(defun segls-rename (name place)
  "Rename the element at PLACE to NAME, with every link to it in every file.
It is a heading, a label, a footnote or a note: the one at point, or else
the heading of the section."
  (interactive
   (pcase-let ((`(,prepared ,place) (segls--named "textDocument/prepareRename")))
     (list (read-string "New name: " (segls--get prepared :placeholder)) place)))
  (save-excursion
    (goto-char place)
    (if (eq (segls--client) 'lsp) (lsp-rename name) (eglot-rename name))))

(defun segls-backlinks ()
  "List the links to the element at point.
Else those to the heading of the section."
  (interactive)
  (let* ((answer (car (segls--named "segls/backlinks")))
         (links (segls--list answer :links)))
    (if (null links)
        (message "No link leads to “%s”" (segls--get answer :name))
      (xref-show-xrefs
       (lambda ()
         (mapcar (lambda (link)
                   (xref-make (mapconcat #'identity (append (segls--get link :section) (list (segls--get link :text))) " › ")
                              (xref-make-file-location (segls--file (segls--get link :uri)) (1+ (segls--line link))
                                                       (segls--get (segls--start link) :character))))
                 links))
       nil))))

;;;; Works of many files

(defun segls--files (entries)
  "Return the files of ENTRIES of a work and below them, as pairs of path and URI."
  (mapcan (lambda (entry)
            (append (when (stringp (segls--get entry :uri))
                      (list (cons (segls--get entry :path) (segls--get entry :uri))))
                    (segls--files (append (segls--get entry :entries) nil))))
          entries))

(defun segls--places ()
  "Return the headings of the work and the ends of its files.
Each is a list of a description, a URI, and an ID or nil."
  (let* ((work (segls--request "segls/work" (list :textDocument (list :uri (segls--uri)))))
         (files (if work
                    (segls--files (append (segls--list work :entries) (segls--list work :orphans)))
                  (list (cons (file-name-nondirectory buffer-file-name) (segls--uri))))))
    (mapcan (lambda (file)
              (append
               (mapcar (lambda (section)
                         (list (format "%s: %s%s" (car file) (make-string (* 2 (1- (segls--get section :level))) ?\s)
                                       (segls--get section :title))
                               (cdr file) (segls--get section :id)))
                       (segls--list (ignore-errors (segls--fragments (cdr file))) :sections))
               (list (list (format "%s (at its end)" (car file)) (cdr file) nil))))
            files)))

(defun segls--move-to (command things)
  "Execute COMMAND of the server on the element of THINGS, a key, at point.
Ask for a place of the work."
  (let* ((what (or (and (eq things :fragments) (segls--selected))
                   (list :id (segls--get (segls--here things) :id))))
         (places (segls--places))
         (place (assoc (completing-read "Move to: " places nil t) places)))
    (segls--execute command (append what (list :toUri (nth 1 place))
                                    (when (nth 2 place) (list :toId (nth 2 place) :side "under"))))))

(defun segls-move-section-to ()
  "Move the section at point to another place of its work."
  (interactive)
  (segls--move-to "moveSectionTo" :sections))

(defun segls-move-fragment-to ()
  "Move the fragment at point, or the region, to another place of its work."
  (interactive)
  (segls--move-to "moveFragmentTo" :fragments))

;;;; Keys

(defvar segls-command-map
  (let ((map (make-sparse-keymap)))
    (pcase-dolist (`(,key ,name ,command)
                   '(("p" "fragment up" segls-move-fragment-up) ("n" "fragment down" segls-move-fragment-down)
                     ("P" "section up" segls-move-section-up) ("N" "section down" segls-move-section-down)
                     ("t" "fragment to…" segls-move-fragment-to) ("T" "section to…" segls-move-section-to)
                     ("<" "promote section" segls-promote-section) (">" "demote section" segls-demote-section)
                     ("s" "split paragraph here" segls-split-paragraph-here) ("S" "split paragraph" segls-split-paragraph)
                     ("m" "merge paragraph" segls-merge-paragraph) ("M" "merge fragment" segls-merge-fragment)
                     ("h" "insert heading" segls-insert-heading) ("r" "rename fragment" segls-rename-fragment)
                     ("k" "keep boundary" segls-keep-boundary) ("v" "forbid boundary" segls-forbid-boundary)
                     ("e" "extract fragment" segls-extract-fragment) ("E" "extract section" segls-extract-section)
                     ("d" "divide anew" segls-divide-anew) ("u" "stop keeping it whole" segls-release-fragment)
                     ("R" "rename with links" segls-rename) ("l" "links to here" segls-backlinks)
                     ("f" "merge with next file" segls-merge-files)
                     ("?" "explain" segls-explain) ("o" "outline" imenu)))
      (define-key map (kbd key) (cons name command)))
    map)
  "The commands of segls, named for which-key.")

(defvar segls-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c ;") (cons "segls" segls-command-map))
    map)
  "The keys of `segls-mode'.")

;;;###autoload
(define-minor-mode segls-mode
  "Commands for the structure of long prose, on keys after \\`C-c ;'.
Imenu lists sections and fragments by their titles."
  :lighter nil
  (if segls-mode
      (add-function :override (local 'imenu-create-index-function) #'segls-imenu-index '((name . segls)))
    (remove-function (local 'imenu-create-index-function) 'segls)))

(provide 'segls)
;;; segls.el ends here
