import { createRequire } from 'node:module'
import type { convertUnsafe } from 'cmark-gfm-js'

/** The reader's option for footnotes. */
const FOOTNOTES = 1 << 13

const ENDINGS = ['uncaughtException', 'unhandledRejection'] as const

/** GitHub's own reader, of 2018: before task lists, and before some later rules. */
export function createGithubReader(): (markdown: string) => string {
  const require = createRequire(import.meta.url)
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'window')
  // The package exports nothing to a program with a `window`, and a simulated one counts.
  Object.defineProperty(globalThis, 'window', { value: undefined, configurable: true })
  const known = ENDINGS.map((name) => process.listeners(name))
  try {
    const reader = require('cmark-gfm-js') as { convertUnsafe: typeof convertUnsafe }
    return (markdown) => reader.convertUnsafe(markdown, FOOTNOTES)
  } finally {
    // Its listeners would end the process of all tests on the first unhandled error.
    for (const [index, name] of ENDINGS.entries()) {
      process.removeAllListeners(name)
      for (const listener of known[index]!) process.on(name, listener)
    }
    if (descriptor !== undefined) Object.defineProperty(globalThis, 'window', descriptor)
  }
}
