// A thread of Node with what the module segls/worker finds in a worker of a browser.

import { parentPort } from 'node:worker_threads';

globalThis.postMessage = (message) => parentPort.postMessage(message);
globalThis.addEventListener = (_, listener) => parentPort.on('message', (data) => listener({ data }));
await import('../dist/worker.js');
parentPort.postMessage({ id: 0, json: '' }); // it listens now
