import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Parts } from '../src/parts';

/** A window with a text, and edits of the server. */
class Window {
  readonly texts = new Map([['file:///sea.md', 'Boats. Nets.']]);
  readonly said: string[] = [];
  missing: string[] = []; // folders
  readonly cleared: string[] = [];
  readonly parts = new Parts({
    read: async (uri) => this.texts.get(uri),
    remove: async (uri) => this.texts.delete(uri),
    create: async (uri, text) => (this.texts.set(uri, text), true),
    missing: async () => this.missing,
    clear: async (folders) => void this.cleared.push(...folders),
    tell: (said) => this.said.push(said),
  });

  /** Extracts the nets to a file. */
  async extract() {
    const nets = 'file:///nets%20%26%20lines.md';
    const changes = [{ created: nets }, { edited: nets }, { edited: 'file:///sea.md' }];
    await this.parts.apply(changes, async () => {
      this.texts.set(nets, 'Nets.\n');
      this.texts.set('file:///sea.md', 'Boats. [Nets](nets.md)');
      return { applied: true };
    });
    return nets;
  }

  async edit(text: string) {
    await this.parts.apply([{ edited: 'file:///sea.md' }], async () => {
      this.texts.set('file:///sea.md', text);
      return { applied: true };
    });
  }

  async say(text: string) {
    this.texts.set('file:///sea.md', text);
    await this.parts.follow('file:///sea.md', text);
  }
}

test('a folder created for a file is deleted with it, and no other is', async () => {
  const window = new Window();
  window.missing = ['file:///tray/old', 'file:///tray'];
  await window.extract();
  window.missing = [];
  await window.edit('Boats.');
  await window.say('Boats. [Nets](nets.md)');
  assert.deepEqual(window.cleared, []);
  await window.say('Boats. Nets.');
  assert.deepEqual(window.cleared, ['file:///tray/old', 'file:///tray']);
});

test('an undo of the extraction deletes the file, and a redo creates it again', async () => {
  const window = new Window();
  const nets = await window.extract();
  await window.say('Boats. [Nets](nets.md)!'); // undo of another edit
  assert.ok(window.texts.has(nets));
  for (let again = 0; again < 2; again++) {
    await window.say('Boats. Nets.');
    assert.ok(!window.texts.has(nets));
    await window.say('Boats. [Nets](nets.md)');
    assert.equal(window.texts.get(nets), 'Nets.\n');
  }
  assert.deepEqual(window.said, []);
});

test('a file that has been edited stays, and a message says so', async () => {
  const window = new Window();
  const nets = await window.extract();
  window.texts.set(nets, 'Nets sink.\n');
  await window.say('Boats. Nets.');
  assert.equal(window.texts.get(nets), 'Nets sink.\n');
  assert.deepEqual(window.said, [
    'segls: nets & lines.md has been changed, so undo leaves it there.',
  ]);
});

test('a file that existed before is not deleted', async () => {
  const window = new Window();
  const nets = 'file:///nets%20%26%20lines.md';
  window.texts.set(nets, 'Old.\n');
  await window.extract();
  await window.say('Boats. Nets.');
  assert.ok(window.texts.has(nets));
  assert.deepEqual(window.said, []);
});

test('a move and a failed extraction create no files to follow', async () => {
  const window = new Window();
  await window.edit('Nets. Boats.');
  assert.ok(!window.parts.has('file:///sea.md'));
  await window.parts.apply([{ created: 'file:///a.md' }], async () => ({ applied: false }));
  await window.edit('Boats.');
  assert.ok(!window.parts.has('file:///sea.md'));
});

test('a file that is not made of a text stays when the next edit is undone', async () => {
  const window = new Window();
  const settings = 'file:///.segls.toml';
  await window.parts.apply([{ created: settings }, { edited: settings }], async () => {
    window.texts.set(settings, 'target = 300\n');
    return { applied: true };
  });
  await window.edit('# Boats. Nets.');
  await window.say('Boats. Nets.');
  assert.ok(window.texts.has(settings));
});

test('a file is deleted with the edit of a text only', async () => {
  const { parts } = new Window();
  const edits = [{ edited: 'file:///sea.md' }];
  await parts.takingAway('file:///draft/tray/piece.md', async () => {
    assert.equal(parts.goingWith(edits), 'file:///draft/tray/piece.md');
    assert.equal(parts.goingWith([{ created: 'file:///nets.md' }]), undefined);
  });
  assert.equal(parts.goingWith(edits), undefined);
  const fails = parts.takingAway('file:///draft/tray/piece.md', () =>
    Promise.reject(new Error('refused')),
  );
  await assert.rejects(fails);
  assert.equal(parts.goingWith(edits), undefined);
});
