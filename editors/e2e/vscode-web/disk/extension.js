// Provides the files of the test's server as disk:/…, so that VS Code for the web can open them.

const {
  Disposable,
  EventEmitter,
  FileSystemError,
  workspace,
} = require("vscode");

// Base64 to bytes, and bytes to base64.
const bytesOf = (text) =>
  Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
const textOf = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

exports.activate = ({ extensionUri, subscriptions }) => {
  const address = extensionUri.with({ path: "/files" }).toString(true);
  const changed = new EventEmitter();
  const ask = async (operation, uri, more = {}) => {
    const response = await fetch(address, {
      method: "POST",
      body: JSON.stringify({ operation, path: uri.path, ...more }),
    });
    const { answer, error } = await response.json();
    if (error !== undefined) {
      throw (FileSystemError[error] ?? FileSystemError.Unavailable)(uri);
    }
    return answer;
  };
  const disk = {
    onDidChangeFile: changed.event,
    watch: () => new Disposable(() => {}), // everything is watched
    stat: (uri) => ask("stat", uri),
    readDirectory: (uri) => ask("readDirectory", uri),
    readFile: async (uri) => bytesOf(await ask("readFile", uri)),
    writeFile: (uri, bytes, options) =>
      ask("writeFile", uri, { text: textOf(bytes), ...options }),
    createDirectory: (uri) => ask("createDirectory", uri),
    delete: (uri) => ask("delete", uri),
    rename: (uri, to) => ask("rename", uri, { to: to.path }),
  };
  subscriptions.push(
    workspace.registerFileSystemProvider("disk", disk, {
      isCaseSensitive: true,
    }),
  );
  const follow = async () => {
    const root = extensionUri.with({ scheme: "disk", authority: "", path: "/" });
    for (let since; ; ) {
      const { now, paths } = await ask("changes", root, { since });
      since = now;
      changed.fire(
        paths.map(({ path, type }) => ({ type, uri: root.with({ path }) })),
      );
    }
  };
  void follow();
};
