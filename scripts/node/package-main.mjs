// Runs the command line of the package alcove-server on a Node that is new enough. Old syntax only, as in
// scripts/node.mjs. In the package, this folder is beside the server's.
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createChildRunner } from './child.mjs'
import { findNode } from './own-node.mjs'
import { assertPortsFree, readEnvironment } from './ports.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const main = join(root, 'server', 'cli', 'main.js')
const args = process.argv.slice(2)
const runner = createChildRunner({ watchesParent: process.env.npm_execpath !== undefined })

try {
  if (args[0] === 'start' && args.length === 1) {
    await assertPortsFree(readEnvironment(process.cwd()), ['PORT'])
  }
  const node = await findNode({
    root,
    folder: join(cacheFolder(), 'alcove-server', 'node'),
    setting: process.platform === 'linux' ? 'XDG_CACHE_HOME' : undefined,
    signal: runner.signal,
    // Separate from the command's own output.
    say: (line) => console.error(line),
  })
  runner.signal.throwIfAborted()
  if (node === process.execPath) {
    runner.release()
    await import(pathToFileURL(main).href)
  } else {
    runner.run(node, [main, ...args], process.cwd())
  }
} catch (error) {
  if (!runner.signal.aborted) console.error(error.message)
  process.exitCode = 1
}

/** The user's folder for files that can be fetched again: npx may remove this package's own at any time. */
function cacheFolder() {
  switch (process.platform) {
    case 'win32':
      return process.env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local')
    case 'darwin':
      return join(homedir(), 'Library', 'Caches')
    default:
      return process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  }
}
