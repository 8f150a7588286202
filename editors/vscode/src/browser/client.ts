// Runs the server in a web worker.

import {
  type FileStat,
  FilePermission,
  FileSystemError,
  FileType,
  type LogOutputChannel,
  Uri,
  workspace,
} from 'vscode';
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  LanguageClient,
  type LanguageClientOptions,
  type MessageTransports,
} from 'vscode-languageclient/browser';
import type { About, Answer, Files, FromWorker } from './messages';

/** clientOf returns a client, not yet started, for the server at a URI. */
export function clientOf(path: string, log: LogOutputChannel, options: LanguageClientOptions) {
  return new LanguageClient('segls', 'segls', () => start(Uri.parse(path), log), options);
}

/** Reads the messages of a worker, and terminates it on disposal. */
class WorkerReader extends BrowserMessageReader {
  constructor(private readonly worker: Worker) {
    super(worker);
  }

  /** Signals the client that the connection is closed. */
  end(): void {
    this.fireClose();
  }

  override dispose(): void {
    super.dispose();
    this.worker.terminate();
  }
}

/** Starts a worker that runs the server, and answers its file requests. */
async function start(address: Uri, log: LogOutputChannel): Promise<MessageTransports> {
  const program = await workspace.fs.readFile(address);
  const worker = new Worker(Uri.joinPath(address, '../worker.js').toString(true));
  const reader = new WorkerReader(worker);
  const { port1: port, port2: files } = new MessageChannel();
  const end = (reason: string) => {
    log.info(reason);
    reader.end();
  };
  worker.addEventListener('error', ({ message }) => end(message));
  port.onmessage = async ({ data }: MessageEvent<FromWorker>) => {
    if ('log' in data) {
      log.info(data.log);
    } else if ('ended' in data) {
      end(data.ended);
    } else {
      port.postMessage(await answered(data));
    }
  };
  worker.postMessage({ program, files }, [files]);
  return { reader, writer: new BrowserMessageWriter(worker) };
}

async function answered({ id, ask, path }: { id: number; ask: keyof Files; path: string }) {
  try {
    return { id, answer: await files[ask](path) } satisfies Answer;
  } catch (error) {
    return { id, error: codeOf(error) } satisfies Answer;
  }
}

/** The files of the window. The server sees memfs:/book/one.md as /memfs:/book/one.md. */
const files: Files = {
  async stat(path) {
    // Some file systems cannot stat the parents of the workspace folders.
    const isAbove = workspace.workspaceFolders?.some(({ uri }) =>
      `/${uri.scheme}:${uri.authority}${uri.path}`.startsWith(path === '/' ? path : `${path}/`),
    );
    return isAbove
      ? { isFolder: true, isAbove, isReadOnly: false, size: 0, changed: 0 }
      : aboutOf(path, await workspace.fs.stat(uriOf(path)));
  },
  async list(path) {
    return (await workspace.fs.readDirectory(uriOf(path))).map(([name]) => name);
  },
  async read(path) {
    return workspace.fs.readFile(uriOf(path));
  },
};

function aboutOf(path: string, { type, permissions, size, mtime }: FileStat): About {
  const isWritable = workspace.fs.isWritableFileSystem(uriOf(path).scheme) !== false;
  return {
    isFolder: (type & FileType.Directory) !== 0,
    isReadOnly: !isWritable || ((permissions ?? 0) & FilePermission.Readonly) !== 0,
    size,
    changed: mtime,
  };
}

function uriOf(path: string): Uri {
  const [, scheme, authority, rest] = /^\/([^:/]+):([^/]*)(\/.*)?$/.exec(path) ?? [];
  if (scheme === undefined) {
    throw FileSystemError.FileNotFound(path);
  }
  return Uri.from({ scheme, authority, path: rest ?? '/' });
}

/** Returns the Node code for an error. */
function codeOf(error: unknown): string {
  const codes: Record<string, string> = {
    FileNotFound: 'ENOENT',
    FileNotADirectory: 'ENOTDIR',
    FileIsADirectory: 'EISDIR',
    NoPermissions: 'EACCES',
  };
  return codes[(error as FileSystemError).code] ?? 'EIO';
}
