import '../../npm/dist/worker.js';
