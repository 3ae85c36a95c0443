// Fetches a package from npm's registry for scripts/node.mjs. Old syntax only, as in that file.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const pin = dirname(fileURLToPath(import.meta.url))
/** Limit of one attempt, for downloads that never stop but are too slow. */
const TRY_LIMIT_MS = 15 * 60000
const NO_NPM = 'npm is not installed'
/** Faults of this machine, which another attempt would meet again. */
const LASTING_FAULTS = [NO_NPM, 'ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EBADPLATFORM']
/** An unfinished folder; the number is the id of the process that works in it. */
const PART_PATTERN = /^part-(\d+)-/

/**
 * Installs a package completely or not at all. npm installs it into a separate folder, as a plain dependency
 * with the integrity of the lock file (npm reports success even if an optional one is missing). Then it is
 * checked and renamed. Faults of the registry are retried after a pause.
 *
 * @param {object} order
 * @param {string} order.name the package
 * @param {object} order.entry the package's entry of a lock file
 * @param {string} order.folder for unfinished folders, on the disk of `place`
 * @param {string} order.place the package's own folder; a broken one there is replaced
 * @param {(folder: string) => string | undefined} order.look returns the fault of such a folder, if any
 * @param {readonly string[]} [order.without] parts of the package that are not needed
 * @param {(line: string) => void} order.say called for each failed attempt
 * @param {AbortSignal} order.signal
 * @throws Error whose message is the reason, in a few words
 */
export async function fetchPackage({
  name,
  entry,
  folder,
  place,
  look,
  without = [],
  say,
  signal,
}) {
  const { pausesSeconds, silenceSeconds } = readWaits()
  mkdirSync(folder, { recursive: true })
  removeAbandoned(folder)
  const part = mkdtempSync(join(folder, 'part-' + process.pid + '-'))
  try {
    writeProject(part, name, entry)
    for (let tries = 1; ; tries++) {
      const fault = await install(part, silenceSeconds, signal)
      if (fault === undefined) break
      const pause = pausesSeconds[tries - 1]
      if (pause === undefined || LASTING_FAULTS.includes(fault)) {
        throw new Error(fault + (tries > 1 ? ', ' + tries + ' times' : ''))
      }
      say('That failed (' + fault + '). Trying again in ' + pause + ' s.')
      await delay(pause * 1000, undefined, { signal })
    }
    const came = join(part, 'node_modules', name)
    const wrong = look(came)
    if (wrong !== undefined) throw new Error(wrong)
    for (const path of without) rmSync(join(came, path), { recursive: true, force: true })
    move(came, place, look)
  } finally {
    rmSync(part, { recursive: true, force: true })
    removeIfEmpty(folder)
  }
}

/** Configured beside the pin, so that tests can shorten them. npm's own pauses print nothing and cover 20 s. */
function readWaits() {
  return JSON.parse(readFileSync(join(pin, 'package.json'), 'utf8')).config
}

/** Removes leftovers of killed processes. */
function removeAbandoned(folder) {
  for (const name of readdirSync(folder)) {
    const owner = PART_PATTERN.exec(name)
    if (owner && !isAlive(Number(owner[1]))) {
      rmSync(join(folder, name), { recursive: true, force: true })
    }
  }
}

function removeIfEmpty(folder) {
  try {
    rmdirSync(folder)
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST' && error.code !== 'ENOENT')
      throw error
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function writeProject(part, name, entry) {
  const project = { private: true, dependencies: { [name]: entry.version } }
  const packages = {
    '': project,
    ['node_modules/' + name]: Object.assign({}, entry, { optional: false, dev: false }),
  }
  writeFileSync(join(part, 'package.json'), JSON.stringify(project))
  writeFileSync(join(part, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
}

/** Makes one attempt. Returns the error's code, or nothing. */
async function install(part, silenceSeconds, signal) {
  const isWindows = process.platform === 'win32'
  const child = spawn(
    isWindows ? 'npm.cmd' : 'npm',
    [
      'ci',
      '--loglevel=error',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--fetch-retries=0',
      '--fetch-timeout=' + silenceSeconds * 1000,
    ],
    { cwd: part, stdio: ['ignore', 'ignore', 'pipe'], shell: isWindows },
  )
  const end = () => child.kill()
  const limit = setTimeout(end, TRY_LIMIT_MS)
  signal.addEventListener('abort', end)
  let told = ''
  child.stderr.on('data', (text) => (told += text))
  const fault = await new Promise((done) => {
    child.once('error', (error) => done(error.code === 'ENOENT' ? NO_NPM : error.code))
    child.once('close', (code) => done(code === 0 ? undefined : faultOf(told)))
  })
  clearTimeout(limit)
  signal.removeEventListener('abort', end)
  signal.throwIfAborted()
  return fault
}

/** The error code in npm's output. */
function faultOf(told) {
  const line = /npm (?:error|ERR!) code (\S+)/.exec(told)
  return line ? line[1] : 'npm gave no reason'
}

function move(came, place, look) {
  // Another script may have installed it meanwhile; its copy is equally good.
  if (look(place) === undefined) return
  rmSync(place, { recursive: true, force: true })
  mkdirSync(dirname(place), { recursive: true })
  // `mkdtemp` creates folders for one user, and other users may start Alcove as well.
  chmodSync(came, 0o755)
  try {
    renameSync(came, place)
  } catch (error) {
    if (look(place) !== undefined) throw error
  }
}
