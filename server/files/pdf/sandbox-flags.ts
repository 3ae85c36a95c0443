import { fileURLToPath } from 'node:url'

/** JavaScript's part of the memory; what PDFium and the image library take comes on top. */
const HEAP_MIB = 256
const WASM_PAGE_BYTES = 65_536
const ROOT = new URL('../../../', import.meta.url)
/** What the process is made of; the data folder is not among them. */
const READABLE: readonly string[] = ['server/files/pdf/', 'node_modules/', 'package.json']

/**
 * Node's flags for a process that meets hostile bytes: it may read its own program and nothing else,
 * write nothing, start nothing and (from Node 25 on) call nobody.
 */
export const sandboxFlags = (memoryBytes: number): readonly string[] => [
  '--permission',
  ...READABLE.map((path) => `--allow-fs-read=${fileURLToPath(new URL(path, ROOT))}`),
  // The image library is an addon; PDFium runs in a thread.
  '--allow-addons',
  '--allow-worker',
  '--disable-warning=SecurityWarning',
  `--max-old-space-size=${HEAP_MIB}`,
  `--wasm-max-mem-pages=${Math.floor(memoryBytes / WASM_PAGE_BYTES)}`,
]
