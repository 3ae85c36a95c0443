// Installs the packages of tests and checks, which `npm install` leaves out. Old syntax only, as in scripts/node.mjs.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MANIFEST = 'tools/package.json'

/**
 * Adds the packages of `tools` to `node_modules`, with the versions of the lock file, unless all are there.
 *
 * @param {object} world
 * @param {string} world.root
 * @param {(line: string) => void} world.say
 * @param {AbortSignal} world.signal
 * @throws Error with a sentence
 */
export async function completeTools({ root, say, signal }) {
  if (hasTools(root)) return
  say('Installing the packages of tests and checks.')
  // An install keeps the packages that are there; nothing is written besides node_modules.
  const code = await runNpm(
    ['install', '--workspaces', '--include-workspace-root', '--no-save'],
    root,
    signal,
  )
  signal.throwIfAborted()
  if (code === 0 && hasTools(root)) return
  throw new Error(
    'The packages of tests and checks could not be installed. Check the network, and run: npm run tools',
  )
}

/**
 * Whether each package of `tools` is installed in the version of the lock file. Among `devDependencies` are
 * those that need packages of the frame: as dependencies they would put these into production installs.
 */
export function hasTools(root) {
  const { dependencies, devDependencies } = readJson(join(root, MANIFEST))
  const { packages } = readJson(join(root, 'package-lock.json'))
  return Object.keys(Object.assign({}, dependencies, devDependencies)).every(function (name) {
    const place = 'node_modules/' + name
    const manifest = join(root, place, 'package.json')
    return existsSync(manifest) && readJson(manifest).version === packages[place].version
  })
}

function runNpm(args, cwd, signal) {
  const isWindows = process.platform === 'win32'
  const child = spawn(isWindows ? 'npm.cmd' : 'npm', args, {
    cwd,
    // Messages go to stderr, separate from the script's output.
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  })
  const end = () => child.kill()
  signal.addEventListener('abort', end)
  return new Promise(function (done) {
    child.once('error', () => done(1))
    child.once('close', (code) => done(code === null ? 1 : code))
  }).finally(() => signal.removeEventListener('abort', end))
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
