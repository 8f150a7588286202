// Runs a code-server with a new home and extensions folder on a free port.

import { execFile, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";

/** How long a window may take to start its extension host, in milliseconds. */
const mostForWindow = 120_000;

export class CodeServer {
  #process;
  #log = "";

  /** The URL of the server, once it has started. */
  address;

  /**
   * `installation` has code-server's node_modules; `root` is an empty folder for all output. `settings` are the user's,
   * `machineSettings` those of the remote machine: code-server always counts as one. The folder `bin` in `root` is on
   * its PATH.
   */
  constructor({ installation, root, settings, machineSettings }) {
    this.entry = join(
      installation,
      "node_modules/code-server/out/node/entry.js",
    );
    this.userData = join(root, "user-data");
    this.extensions = join(root, "extensions");
    this.programs = join(root, "bin");
    const home = join(root, "home");
    mkdirSync(home, { recursive: true });
    mkdirSync(this.programs);
    // The extension host gets the PATH of a login shell.
    writeFileSync(join(home, ".profile"), `PATH=${this.programs}:$PATH\n`);
    for (const [place, values] of [
      ["User", settings],
      ["Machine", machineSettings],
    ]) {
      mkdirSync(join(this.userData, place), { recursive: true });
      writeFileSync(
        join(this.userData, place, "settings.json"),
        JSON.stringify(values, null, 2),
      );
    }
    this.environment = {
      PATH: "/usr/bin:/bin",
      HOME: home,
      LC_ALL: "C.UTF-8",
      SHELL: "/bin/sh",
    };
  }

  async install(vsix) {
    await promisify(execFile)(
      process.execPath,
      [...this.#folders(), "--install-extension", vsix],
      {
        env: this.environment,
      },
    );
  }

  async start() {
    this.#process = spawn(
      process.execPath,
      [
        ...this.#folders(),
        ...[
          "--auth",
          "none",
          "--bind-addr",
          "127.0.0.1:0",
          "--disable-telemetry",
        ],
        ...["--disable-update-check", "--disable-workspace-trust"],
        "--disable-getting-started-override",
      ],
      // In a new process group, so that stop can end all its processes.
      {
        env: this.environment,
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      },
    );
    const group = this.#process.pid;
    process.once("exit", () => signalGroup(group, "SIGKILL")); // even if the test fails
    this.address = await new Promise((resolve, reject) => {
      const read = (chunk) => {
        this.#log += chunk;
        const listening = /HTTP server listening on (http:\/\/[\d.:]+)/.exec(
          this.#log,
        );
        if (listening) {
          resolve(listening[1]);
        }
      };
      this.#process.stdout.on("data", read);
      this.#process.stderr.on("data", read);
      this.#process.on("exit", () =>
        reject(new Error(`code-server ended:\n${this.#log}`)),
      );
    });
  }

  /** Ends code-server cleanly, then kills what remains of its group. */
  async stop() {
    const server = this.#process;
    if (server === undefined) {
      return;
    }
    if (server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await Promise.race([ended, sleep(5000)]);
    }
    // The extension host exits shortly after its parent, once the language server has exited.
    for (let tries = 0; tries < 30 && signalGroup(server.pid, 0); tries++) {
      await sleep(100);
    }
    signalGroup(server.pid, "SIGKILL");
  }

  /** Returns the URL that opens a folder or workspace with a file in its editor. */
  urlOf(place, file, kind = "folder") {
    const url = new URL(this.address);
    url.searchParams.set(kind, place);
    if (file !== undefined) {
      const payload = [
        ["openFile", `vscode-remote://${url.host}${encodeURI(file)}`],
      ];
      url.searchParams.set("payload", JSON.stringify(payload));
    }
    return url.href;
  }

  /** Calls `open`, which opens a window with the file at `path`, and waits for its extension host. */
  async load(path, open) {
    const before = await this.#windowOf(path);
    await open();
    const end = Date.now() + mostForWindow;
    while ([undefined, before].includes(await this.#windowOf(path))) {
      if (Date.now() > end) {
        throw new Error(`the window with ${path} has no extension host`);
      }
      await sleep(100);
    }
  }

  /** Opens a file in the window of its folder, like `code FILE` in a terminal. */
  async openFile(path) {
    const uri = `vscode-remote://${new URL(this.address).host}${encodeURI(path)}`;
    const order = { type: "open", folderURIs: [], fileURIs: [uri], forceReuseWindow: true };
    await ask(await this.#windowOf(path), "/", JSON.stringify(order));
  }

  /** Returns the socket of the newest window with the file's folder; undefined if there is none. */
  async #windowOf(path) {
    const question = `/session?filePath=${encodeURIComponent(path)}`;
    const answer = await ask(join(this.userData, "code-server-ipc.sock"), question);
    return JSON.parse(answer).socketPath;
  }

  /** Returns the process IDs of the language servers started by the extension. */
  languageServers() {
    return readdirSync("/proc").filter((pid) => {
      try {
        // The fields after the name, which may contain spaces: state, parent, group.
        const [, , group] = readFileSync(`/proc/${pid}/stat`, "utf8")
          .split(") ")
          .at(-1)
          .split(" ");
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll(
          "\0",
          " ",
        );
        return (
          Number(group) === this.#process.pid &&
          command.endsWith("serve --stdio ")
        );
      } catch {
        return false; // not a process, or it has just exited
      }
    });
  }

  #folders() {
    return [
      this.entry,
      "--user-data-dir",
      this.userData,
      "--extensions-dir",
      this.extensions,
    ];
  }
}

/** Sends a request or an order to a socket, and returns the answer. */
function ask(socketPath, path, order) {
  return new Promise((resolve, reject) => {
    const method = order === undefined ? "GET" : "POST";
    const asked = request({ socketPath, path, method }, (response) => {
      let answer = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (answer += chunk));
      response.on("end", () => (response.statusCode === 200 ? resolve(answer) : reject(new Error(answer))));
    });
    asked.on("error", reject);
    asked.end(order);
  });
}

/** Signals all processes of a group; returns false if there are none. */
function signalGroup(group, signal) {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
