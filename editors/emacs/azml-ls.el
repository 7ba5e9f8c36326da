;;; azml-ls.el --- Azure ML YAML with eglot  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "29.1"))

;;; Commentary:

;; Starts azml-ls for YAML buffers through eglot, and adds three commands:
;; `azml-ls-fix-all', `azml-ls-explain', `azml-ls-graph', and `azml-ls-plan'.
;;
;;   (add-to-list 'load-path "/path/to/azml-ls/editors/emacs")
;;   (require 'azml-ls)
;;
;; The server detects Azure ML files by their content and ignores all others.

;;; Code:

(require 'browse-url)
(require 'eglot)
(require 'flymake)

(defgroup azml-ls nil
  "Azure ML YAML."
  :group 'tools)

(defcustom azml-ls-program '("azml-ls")
  "The program and its arguments.
Add \"--restricted\" for folders that you do not trust."
  :type '(repeat string)
  :risky t)

(defun azml-ls--contact (&rest _)
  "The command that eglot starts."
  azml-ls-program)

(dolist (mode '(yaml-mode yaml-ts-mode))
  (add-to-list 'eglot-server-programs (cons mode #'azml-ls--contact))
  (add-hook (intern (format "%s-hook" mode)) #'eglot-ensure))

;; The file of a table is YAML without an ending.
(add-to-list 'auto-mode-alist
             (cons "/MLTable\\'" (if (fboundp 'yaml-mode) 'yaml-mode 'yaml-ts-mode)))

(defun azml-ls--run (input &rest arguments)
  "Run the program with ARGUMENTS on the string INPUT; return what it prints."
  (with-temp-buffer
    (when input (insert input))
    (let* ((errors (make-temp-file "azml-ls"))
           (coding-system-for-read 'utf-8)
           (coding-system-for-write 'utf-8)
           (restricted (and (member "--restricted" azml-ls-program) '("--restricted")))
           (code (apply #'call-process-region (point-min) (point-max) (car azml-ls-program)
                        t (list t errors) nil (append arguments restricted)))
           (said (with-temp-buffer (insert-file-contents errors) (string-trim (buffer-string)))))
      (delete-file errors)
      (unless (eql code 0)
        (user-error "%s" (string-remove-prefix "azml-ls: error: " said)))
      (buffer-string))))

;;;###autoload
(defun azml-ls-fix-all ()
  "Apply all safe fixes in this buffer."
  (interactive)
  (eglot-code-actions (point-min) (point-max) "source.fixAll.azml" t))

(defun azml-ls--rule-here ()
  "The name of a rule that reports something in this line."
  (seq-some (lambda (finding)
              (let ((text (flymake-diagnostic-text finding)))
                (when (string-match "\\[\\([a-z0-9-]+\\)\\]" text)
                  (match-string 1 text))))
            (flymake-diagnostics (line-beginning-position) (line-end-position))))

(defun azml-ls--rules ()
  "The names of all rules."
  (let ((found (json-parse-string (azml-ls--run nil "--rules" "--format" "json"))))
    (mapcar (lambda (rule) (gethash "name" rule)) (gethash "rules" found))))

;;;###autoload
(defun azml-ls-explain (rule)
  "Show the page of RULE: why it matters, an example, and its source."
  (interactive
   (let ((here (azml-ls--rule-here)))
     (list (completing-read (format-prompt "Rule" here) (azml-ls--rules) nil t nil nil here))))
  (let ((text (azml-ls--run nil "--explain" rule "--format" "markdown")))
    (with-help-window (format "*azml-ls %s*" rule)
      (princ text))))

;;;###autoload
(defun azml-ls-graph (file)
  "Draw the pipeline in this buffer as a picture in FILE, and open it."
  (interactive (list (make-temp-file "azml-ls" nil ".svg")))
  (let ((text (save-restriction (widen) (buffer-substring-no-properties (point-min) (point-max)))))
    (azml-ls--run text "--graph" "-" "--stdin-filename" (expand-file-name buffer-file-name)
                  "--output" (concat "svg=" (expand-file-name file))))
  (if (and (display-graphic-p) (image-type-available-p 'svg))
      (find-file-other-window file)
    ;; Otherwise Emacs itself would be asked, which cannot show it.
    (let (browse-url-handlers browse-url-default-handlers)
      (browse-url-of-file file))))

;;;###autoload
(defun azml-ls-plan ()
  "Show what happens when the file of this buffer, as it is saved, is submitted."
  (interactive)
  (let ((text (azml-ls--run nil "--plan" (expand-file-name buffer-file-name) "--format" "markdown")))
    (with-help-window "*azml-ls plan*"
      (princ text))))

(provide 'azml-ls)
;;; azml-ls.el ends here
