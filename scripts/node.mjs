// Runs a script of this repository on a Node that is new enough, on any machine with Node and npm.
// Old syntax only: this file and those that it imports must run on the machine's own Node.
//   node scripts/node.mjs <script> [arguments]
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { completeNativePackages } from './node/native-packages.mjs'
import { findNode } from './node/own-node.mjs'

const PARENT_CHECK_MS = 250

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [script, ...args] = process.argv.slice(2)
const fetching = new AbortController()
let child

// npm sends SIGTERM only to its shell, which ends without forwarding it. A new parent process reveals that.
const parent = process.ppid
setInterval(function () {
  if (process.ppid !== parent) end()
}, PARENT_CHECK_MS).unref()
process.on('SIGTERM', end)
// The terminal sends SIGINT to the whole group: the child ends by itself, and this process waits for it.
process.on('SIGINT', function () {
  fetching.abort()
})

try {
  if (!existsSync(join(root, 'node_modules'))) throw new Error('Run npm install first.')
  if (!script) {
    throw new Error('Say which script to run: node scripts/node.mjs <script> [arguments].')
  }
  // Messages of this file go to stderr, separate from the script's output.
  const world = { root, signal: fetching.signal, say: (line) => console.error(line) }
  const node = await findNode(world)
  await completeNativePackages(world)
  world.signal.throwIfAborted()
  run(node)
} catch (error) {
  if (!fetching.signal.aborted) console.error(error.message)
  process.exitCode = 1
}

function run(node) {
  child = spawn(node, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: Object.assign({}, process.env, {
      PATH: dirname(node) + delimiter + (process.env.PATH || ''),
    }),
  })
  child.on('exit', function (code, signal) {
    process.exit(signal ? 1 : code === null ? 1 : code)
  })
}

function end() {
  fetching.abort()
  if (child) child.kill('SIGTERM')
}
