// A process of its own: imports each module that it is told, in plain Node, and reports what failed.
// It runs with style-sheets-as-text.ts.
// Arguments: paths. Output: one JSON line per failure.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// A process of its own: imports each module that it is told, in plain Node, and reports what failed.
// It runs with style-sheets-as-text.ts.
// Arguments: paths. Output: one JSON line per failure.

const SETTLE_LIMIT_MS = 2_000

const report = (file: string, text: string): void => console.log(JSON.stringify({ file, text }))
const globalsBefore = new Set(Object.getOwnPropertyNames(globalThis))

for (const path of process.argv.slice(2)) {
  try {
    await import(pathToFileURL(resolve(path)).href)
  } catch (error) {
    report(path, `throws when imported: ${String(error).split('\n')[0]}`)
  }
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (globalsBefore.has(name)) continue
    globalsBefore.add(name)
    // A package of the server may define a global; the globals of a host page must not change.
    if (/^(loader|shared)\//.test(path)) report(path, `makes the global "${name}" when imported`)
  }
}

// The timer fires only if something else keeps the process alive.
setTimeout(() => {
  const resources = process.getActiveResourcesInfo().filter((name) => name !== 'Timeout')
  report('', `a module keeps the process alive: ${resources.join(', ') || 'a timer'}`)
  process.exit(0)
}, SETTLE_LIMIT_MS).unref()
