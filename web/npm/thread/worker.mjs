// A thread of Node with the functions that the module segls/worker expects in a browser's worker.

import { parentPort } from 'node:worker_threads';

globalThis.postMessage = (message) => parentPort.postMessage(message);
globalThis.addEventListener = (_, listener) => parentPort.on('message', (data) => listener({ data }));
await import('../dist/worker.js');
parentPort.postMessage({ id: 0, json: '' }); // it listens from now on
