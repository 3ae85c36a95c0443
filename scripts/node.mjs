// Runs a script of this repository on a Node that is new enough, on any machine with Node and npm.
// Old syntax only: this file and those that it imports must run on the machine's own Node.
//   node scripts/node.mjs [--tools] [--ports=PORT,DEMO_PORT] <script> [arguments]
// `--tools`: the script needs the packages of tests and checks. `--ports` names the settings of ports that it
// listens on: a taken one ends it before anything is fetched.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createChildRunner } from './node/child.mjs'
import { completeNativePackages } from './node/native-packages.mjs'
import { findNode } from './node/own-node.mjs'
import { assertPortsFree, readEnvironment } from './node/ports.mjs'
import { completeTools } from './node/tools.mjs'

const TOOLS_FLAG = '--tools'
const PORTS_FLAG = '--ports='

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const words = process.argv.slice(2)
const isFlag = (word) => word === TOOLS_FLAG || word.startsWith(PORTS_FLAG)
const start = words.findIndex((word) => !isFlag(word))
const flags = words.slice(0, start)
const [script, ...args] = words.slice(start)
const ports = flags
  .filter((flag) => flag.startsWith(PORTS_FLAG))
  .flatMap((flag) => flag.slice(PORTS_FLAG.length).split(','))
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
  if (flags.includes(TOOLS_FLAG)) await completeTools(world)
  if (script.startsWith('node_modules/') && !existsSync(join(root, script))) {
    throw new Error(`${script} is not installed: run npm run tools first.`)
  }
  await completeNativePackages(world)
  world.signal.throwIfAborted()
  runner.run(node, [script, ...args], root)
} catch (error) {
  if (!runner.signal.aborted) console.error(error.message)
  process.exitCode = 1
}
