// Which files of a folder are read, and in which order. Pure.

/** Folders that hold nothing of a project. */
export const LEFT_OUT = [".git", ".venv", "node_modules", "__pycache__", ".ipynb_checkpoints"];

/** The most names of files that are known. */
export const MOST_NAMES = 5_000;

/** The most files that are read: each is a request to the host of the repository. */
export const MOST_READ = 500;

/** The largest file that is read, in bytes. */
export const LARGEST = 1 << 20;

const YAML = /(?:^|\/)MLTable$|\.(?:ya?ml|azml)$/i;
const OTHERS =
  /(?:^|\/)(?:[^/]*Dockerfile[^/]*|Makefile|\.amlignore|\.gitignore|[^/]*requirements[^/]*\.txt)$|\.(?:py|sh|ps1|cmd|bat|tf)$/i;

/** Whether the file at `path` is YAML, which may describe something of Azure ML. */
export const isYaml = (path: string): boolean => YAML.test(path);

/** Whether the rules look at the text of the file at `path`. */
export const isRead = (path: string): boolean => YAML.test(path) || OTHERS.test(path);

/** Whether the file at `path` is in a folder that holds nothing of the project. */
export const isLeftOut = (path: string): boolean => path.split("/").some((part) => LEFT_OUT.includes(part));

/** The files to read among `paths`: settings and YAML first, and those in fewer folders. */
export function chosen(paths: readonly string[]): string[] {
  const rank = (path: string): number => (path.endsWith("azml.yaml") ? 0 : isYaml(path) ? 1 : 2);
  const depth = (path: string): number => path.split("/").length;
  const order = (a: string, b: string): number => rank(a) - rank(b) || depth(a) - depth(b) || (a < b ? -1 : 1);
  return paths.filter(isRead).sort(order).slice(0, MOST_READ);
}
