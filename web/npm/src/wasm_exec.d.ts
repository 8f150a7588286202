// Go's own bridge, which the build puts beside this file. It puts the class Go on globalThis.
export {};
