// Node imports `x.css?inline` as an empty text; the bundler puts the style sheet in its place.
// Use: node --import ./scripts/style-sheets-as-text.ts
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.css?inline')) return nextLoad(url, context)
    return { format: 'module', source: "export default ''", shortCircuit: true }
  },
})
