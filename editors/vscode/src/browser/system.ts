// The functions of Node's fs module that Go's package syscall calls, for a browser. Standard input and output carry LSP
// messages, standard error is the log, and files, which are read-only, come from the extension.

import type { About, Files } from './messages';

/** A callback of Go, which reads the code of the error. */
type Callback<T> = (error: { code: string } | null, result?: T) => void;

/** An open file or folder. */
interface OpenFile {
  path: string;
  about: About;
  bytes?: Promise<Uint8Array>; // read on first use
  at: number;
}

/** Returns the fields of Node's Stats. Go reads all the numbers. */
function statOf({ isFolder, isReadOnly, size, changed }: About) {
  const mode = (isFolder ? 0o040000 : 0o100000) | (isReadOnly ? 0o555 : 0o755);
  return {
    ...{ dev: 0, ino: 0, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 0, blocks: 0 },
    ...{ atimeMs: changed, mtimeMs: changed, ctimeMs: changed, isDirectory: () => isFolder },
  };
}

/** The error codes that are passed on to Go. All other errors become EIO. */
const known = ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR'];

/** Removes "/.": Go also requests "folder/.". */
const plain = (path: string) => path.replaceAll(/\/\.(?=\/|$)/g, '') || '/';

export class System {
  readonly constants = {
    ...{ O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512 },
    ...{ O_APPEND: 1024, O_DIRECTORY: 65536 },
  };
  readonly #opened = new Map<number, OpenFile>();
  #last = 2; // 0 to 2 are the standard streams
  #input: Uint8Array[] = [];
  #reader: (() => void) | undefined; // the pending read of standard input
  #output: Uint8Array = new Uint8Array();
  #line = '';

  constructor(
    private readonly files: Files,
    private readonly send: (message: unknown) => void,
    private readonly log: (line: string) => void,
  ) {}

  /** Sends a message to the program. */
  receive(message: unknown): void {
    const body = new TextEncoder().encode(JSON.stringify(message));
    this.#input.push(new TextEncoder().encode(`Content-Length: ${body.length}\r\n\r\n`), body);
    this.#reader?.();
  }

  open(path: string, flags: number, _mode: number, done: Callback<number>): void {
    const { O_WRONLY, O_RDWR, O_CREAT, O_DIRECTORY } = this.constants;
    if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) !== 0) {
      done({ code: 'EROFS' });
      return;
    }
    this.#answer(done, async () => {
      const about = await this.files.stat(plain(path));
      if ((flags & O_DIRECTORY) !== 0 && !about.isFolder) {
        throw new Error('ENOTDIR');
      }
      this.#opened.set(++this.#last, { path: plain(path), about, at: 0 });
      return this.#last;
    });
  }

  close(fd: number, done: Callback<void>): void {
    done(this.#opened.delete(fd) ? null : { code: 'EBADF' });
  }

  stat(path: string, done: Callback<unknown>): void {
    this.#answer(done, async () => statOf(await this.files.stat(plain(path))));
  }

  /** Same as stat: there are no symbolic links. */
  lstat(path: string, done: Callback<unknown>): void {
    this.stat(path, done);
  }

  fstat(fd: number, done: Callback<unknown>): void {
    const opened = this.#opened.get(fd);
    done(opened ? null : { code: 'EBADF' }, opened && statOf(opened.about));
  }

  readdir(path: string, done: Callback<string[]>): void {
    this.#answer(done, () => this.files.list(plain(path)));
  }

  read(
    fd: number,
    into: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
    done: Callback<number>,
  ): void {
    const room = into.subarray(offset, offset + length);
    if (fd === 0) {
      this.#readInput(room, done);
      return;
    }
    this.#answer(done, async () => {
      const opened = this.#opened.get(fd);
      if (opened === undefined || opened.about.isFolder) {
        throw new Error(opened ? 'EISDIR' : 'EBADF');
      }
      const bytes = await (opened.bytes ??= this.files.read(opened.path));
      const start = position ?? opened.at;
      const piece = bytes.subarray(start, start + room.length);
      room.set(piece);
      opened.at = position === null ? start + piece.length : opened.at;
      return piece.length;
    });
  }

  write(
    fd: number,
    from: Uint8Array,
    offset: number,
    length: number,
    _position: null,
    done: Callback<number>,
  ): void {
    done(null, this.writeSync(fd, from.subarray(offset, offset + length)));
  }

  /** Go's runtime also calls this directly, as for the trace of a panic. */
  writeSync(fd: number, bytes: Uint8Array): number {
    if (fd === 1) {
      this.#take(bytes);
    } else {
      const lines = (this.#line + new TextDecoder().decode(bytes)).split('\n');
      this.#line = lines.pop() ?? '';
      lines.forEach((line) => this.log(line));
    }
    return bytes.length;
  }

  #readInput(room: Uint8Array, done: Callback<number>): void {
    const [first] = this.#input;
    if (first === undefined) {
      this.#reader = () => {
        this.#reader = undefined;
        this.#readInput(room, done);
      };
      return;
    }
    const piece = first.subarray(0, room.length);
    room.set(piece);
    if (piece.length === first.length) {
      this.#input.shift();
    } else {
      this.#input[0] = first.subarray(piece.length);
    }
    done(null, piece.length);
  }

  /** Sends the complete messages in the output so far. */
  #take(bytes: Uint8Array): void {
    const all = new Uint8Array(this.#output.length + bytes.length);
    all.set(this.#output);
    all.set(bytes, this.#output.length);
    let rest = all;
    for (;;) {
      const head = /^(.*?)\r\n\r\n/s.exec(new TextDecoder('latin1').decode(rest.subarray(0, 200)));
      const length = Number(/Content-Length: (\d+)/i.exec(head?.[1] ?? '')?.[1]);
      const start = head?.[0].length ?? 0;
      if (!(rest.length >= start + length)) {
        break;
      }
      this.send(JSON.parse(new TextDecoder().decode(rest.subarray(start, start + length))));
      rest = rest.subarray(start + length);
    }
    this.#output = rest.slice();
  }

  /** Calls done with the result of a request or the code of its error. */
  #answer<T>(done: Callback<T>, ask: () => Promise<T>): void {
    ask().then(
      (result) => done(null, result),
      (error: Error) => done({ code: known.includes(error.message) ? error.message : 'EIO' }),
    );
  }
}

// Go calls these functions too. They are not supported.
for (const name of [
  'chmod',
  'chown',
  'fchmod',
  'fchown',
  'fsync',
  'ftruncate',
  'lchown',
  'link',
  'mkdir',
].concat(['readlink', 'rename', 'rmdir', 'symlink', 'truncate', 'unlink', 'utimes'])) {
  Object.assign(System.prototype, {
    [name]: (...args: unknown[]) => (args.at(-1) as Callback<void>)({ code: 'ENOSYS' }),
  });
}
