// Runs a script of this repository on a Node that is new enough, on any machine with Node and npm.
// Old syntax only: this file and those that it imports must run on the machine's own Node.
//   node scripts/node.mjs [--ports=PORT,DEMO_PORT] <script> [arguments]
// `--ports` names the settings of ports that the script listens on: a taken one ends it before anything is fetched.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createChildRunner } from './node/child.mjs'
import { completeNativePackages } from './node/native-packages.mjs'
import { findNode } from './node/own-node.mjs'
import { assertPortsFree, readEnvironment } from './node/ports.mjs'

const PORTS_FLAG = '--ports='

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const words = process.argv.slice(2)
const first = words[0] || ''
const ports = first.startsWith(PORTS_FLAG) ? first.slice(PORTS_FLAG.length).split(',') : []
const [script, ...args] = ports.length > 0 ? words.slice(1) : words
const runner = createChildRunner({ watchesParent: true })

try {
  if (!existsSync(join(root, 'node_modules'))) throw new Error('Run npm install first.')
  if (!script) {
    throw new Error('Say which script to run: node scripts/node.mjs <script> [arguments].')
  }
  if (ports.length > 0) await assertPortsFree(readEnvironment(root), ports)
  // Messages of this file go to stderr, separate from the script's output.
  const world = { root, signal: runner.signal, say: (line) => console.error(line) }
  const node = await findNode(Object.assign({ folder: join(root, '.node') }, world))
  await completeNativePackages(world)
  world.signal.throwIfAborted()
  runner.run(node, [script, ...args], root)
} catch (error) {
  if (!runner.signal.aborted) console.error(error.message)
  process.exitCode = 1
}
