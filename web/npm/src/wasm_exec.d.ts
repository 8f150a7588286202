// Go's wasm_exec.js, which the build copies beside this file. It defines the class Go on globalThis.
export {};
