;;; emacs.el --- What run-others.sh runs in Emacs  -*- lexical-binding: t; -*-

;; In a copy of tests/fixtures/editor, with editors/emacs as it is.

(require 'cl-lib)
(require 'yaml-mode)
(require 'azml-ls)

(setq eglot-sync-connect t
      eglot-connect-timeout 60
      eglot-confirm-server-edits nil
      eglot-events-buffer-config '(:size 0 :format full)
      make-backup-files nil)

(defun wait-for (what probe)
  "Poll PROBE until it returns a value; fail with WHAT."
  (let ((end (+ (float-time) 30)) value)
    (while (and (not (setq value (funcall probe))) (< (float-time) end))
      (accept-process-output nil 0.02))
    (unless value
      (error "Timed out: %s; the buffer is now:\n%s" what (buffer-string)))
    (message "  ok  %s" what)
    value))

(defun open-file (name)
  "Open the file NAME with its server."
  (find-file name)
  (cl-assert (eq major-mode 'yaml-mode))
  ;; In batch mode no command runs that would start it.
  (unless (eglot-current-server)
    (apply #'eglot--connect (eglot--guess-contact)))
  (unless (eglot-managed-p)
    (eglot--maybe-activate-editing-mode))
  (wait-for (concat "the server manages " name) #'eglot-managed-p))

(defun findings ()
  "The texts of the findings in this buffer."
  (flymake-start)
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun has-line (line)
  "Whether LINE is in this buffer."
  (save-excursion (goto-char (point-min)) (re-search-forward (concat "^" (regexp-quote line) "$") nil t)))

(open-file "cluster.yml")
(wait-for "the finding" #'findings)

(goto-char (point-min))
(search-forward "amlcompute")
(backward-char 3)
(let (card)
  (eglot-hover-eldoc-function (lambda (text &rest _) (setq card text)))
  (wait-for "the card" (lambda () (and card (string-match-p "compute cluster" (downcase card))))))

(goto-char (point-min))
(search-forward "min_instances: ")
(let ((fixes (eglot-code-actions (point) (point) "quickfix" nil)))
  (cl-assert (cl-some (lambda (it) (string-match-p "min_instances: 0" (plist-get it :title))) fixes)))
(message "  ok  the quick fix is offered")

(cl-assert (equal (azml-ls--rule-here) "cluster-min-nodes") nil "no rule in %S" (findings))
(azml-ls-explain "cluster-min-nodes")
(with-current-buffer "*azml-ls cluster-min-nodes*"
  (cl-assert (string-match-p "cluster-min-nodes" (buffer-string))))
(message "  ok  the page of the rule in this line")
(cl-assert (member "cluster-min-nodes" (azml-ls--rules)))
(cl-assert (condition-case said (azml-ls-explain "no-such-rule")
             (user-error (string-match-p "no-such-rule" (error-message-string said)))))
(message "  ok  what is no rule is said")

(goto-char (point-max))
(insert "description: yes\n")
(eglot--signal-textDocument/didChange)
(wait-for "the second finding" (lambda () (= 2 (length (findings)))))
(azml-ls-fix-all)
(wait-for "all safe fixes" (lambda () (has-line "description: \"yes\"")))
(cl-assert (has-line "min_instances: 2"))

(goto-char (point-max))
(insert "ti")
(eglot--signal-textDocument/didChange)
(let* ((found (eglot-completion-at-point))
       (names (all-completions "ti" (nth 2 found) (plist-get (nthcdr 3 found) :predicate))))
  (cl-assert (member "tier" names) nil "completions: %S" names))
(message "  ok  completion of a key")
(set-buffer-modified-p nil)

(open-file "pipeline.yml")
(let* ((opened "")
       (browse-url-browser-function (lambda (url &rest _) (setq opened url))))
  (azml-ls-graph (expand-file-name "drawn.svg"))
  (cl-assert (string-suffix-p "drawn.svg" opened)))
(cl-assert (with-temp-buffer (insert-file-contents "drawn.svg") (search-forward "<svg xmlns" nil t)))
(message "  ok  the graph")
(set-buffer-modified-p nil)

(eglot-shutdown (eglot-current-server))
(message "  Emacs %s" emacs-version)
