// A separate process: imports the given modules in plain Node, and reports failures. Arguments: paths.
// Output: one JSON line per failure.
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const SETTLE_LIMIT_MS = 2_000

// The bundler replaces such an import by the style sheet's text.
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.css?inline')) return nextLoad(url, context)
    return { format: 'module', source: "export default ''", shortCircuit: true }
  },
})

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
