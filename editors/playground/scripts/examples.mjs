// The examples of the playground, made from what our tests and completions use, so that they cannot rot.

import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");

export function examples() {
  const tour = folder("tests/fixtures/tour");
  delete tour["docker-compose.yml"]; // Shows in a terminal that others' files are ignored.
  return [
    { title: "A sweep on a single machine", first: "jobs/sweep.yml", isWhole: true, files: tour },
    {
      title: "A pipeline of components",
      first: "wine.yml",
      isWhole: false,
      files: only(folder("tests/fixtures/pipelines"), ["wine.yml", "components/clean.yml", "components/train.yml"]),
    },
    {
      title: "A pipeline on a schedule",
      first: "schedule.yml",
      isWhole: false,
      files: {
        "schedule.yml": skeleton("schedule-cron"),
        "pipeline.yml": skeleton("pipeline-job"),
        "cpu-cluster.yml": skeleton("compute-cluster"),
      },
    },
    {
      title: "A model behind an endpoint",
      first: "deployment.yml",
      isWhole: false,
      files: { "endpoint.yml": skeleton("online-endpoint"), "deployment.yml": skeleton("online-deployment") },
    },
    {
      title: "A list of packages",
      first: "conda.yml",
      isWhole: false,
      files: { "conda.yml": skeleton("conda-file"), "environment.yml": skeleton("environment-conda") },
    },
    { title: "An empty file", first: "job.yml", isWhole: false, files: { "job.yml": "" } },
  ];
}

function folder(name) {
  const files = {};
  const top = path.join(root, name);
  for (const file of readdirSync(top, { recursive: true }).sort()) {
    const whole = path.join(top, file);
    if (statSync(whole).isFile()) files[file.replaceAll("\\", "/")] = readFileSync(whole, "utf8");
  }
  return files;
}

function only(files, names) {
  return Object.fromEntries(names.map((name) => [name, files[name]]));
}

/** A skeleton with the words of its tab stops: `<1:my-data>`. */
function skeleton(name) {
  const text = readFileSync(path.join(root, "rules/data/skeletons", `${name}.yml`), "utf8");
  return text.replace(/<\d+:([^<>]*)>/g, "$1");
}
