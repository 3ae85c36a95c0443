// Finds a Node that is new enough, for scripts/node.mjs. Old syntax only, as in that file.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchPackage } from './fetch-package.mjs'
import { isForHere } from './native-packages.mjs'

const pin = dirname(fileURLToPath(import.meta.url))
const LOOK_LIMIT_MS = 30000
/** For building addons, which is not done here: 67 of 211 MB. */
const HEADERS = ['include']

/**
 * This process's own Node, or the pinned one below `folder`, which is fetched if it is missing or broken.
 *
 * @param {object} order
 * @param {string} order.root its `package.json` says which Node is new enough
 * @param {string} order.folder for fetched Nodes
 * @param {string} [order.setting] of another place for `folder`
 * @param {(line: string) => void} order.say
 * @param {AbortSignal} order.signal
 * @throws Error with a sentence for the person who starts Alcove
 */
export async function findNode({ root, folder, setting, say, signal }) {
  const minimum = minimumOf(root)
  if (Number(process.versions.node.split('.')[0]) >= minimum) return process.execPath
  const needs = `Alcove needs Node ${minimum} or newer`
  const has = `this machine has ${process.versions.node}`
  const { packages } = readJson(join(pin, 'package-lock.json'))
  const path = Object.keys(packages).find((path) => isForHere(packages[path]))
  if (!path) {
    const platform = `${process.platform}-${process.arch}`
    throw new Error(`${needs}: ${has}, and there is none to fetch for ${platform}.`)
  }

  const entry = packages[path]
  const { version } = entry
  const name = path.slice('node_modules/'.length)
  const place = join(folder, version, 'node_modules', name)
  const look = (folder) => whatIsWrong(binaryIn(folder), version)
  if (look(place) === undefined) return binaryIn(place)
  say(`Fetching Node ${version} from npm, once (${has}, ${needs}).`)
  try {
    await fetchPackage({ name, entry, folder, place, look, without: HEADERS, say, signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new Error(
      `${needs}: ${has}, and fetching ${version} from npm failed (${error.message}). ` +
        `${remedyFor(error, folder, setting)}, or install Node ${minimum} or newer, and try again.`,
      { cause: error },
    )
  }
  return binaryIn(place)
}

/** Faults of folders, as Node and npm name them. */
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS']
const FULL = ['ENOSPC', 'EDQUOT']

function remedyFor(error, folder, setting) {
  if (UNWRITABLE.includes(error.code)) {
    const elsewhere = setting ? `, or name another folder in ${setting}` : ''
    return `Let this user write to ${folder}${elsewhere}`
  }
  // npm's own code, as the reason.
  if (UNWRITABLE.includes(error.message)) {
    return "Let this user write to npm's cache, or name another folder in npm_config_cache"
  }
  return FULL.includes(error.code || error.message) ? 'Make room on the disk' : 'Check the network'
}

const binaryIn = (folder) => join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The fault of a binary, if any. It may be incomplete or for another machine, so it has to print its version. */
function whatIsWrong(binary, version) {
  const { error, stdout } = spawnSync(binary, ['--version'], {
    encoding: 'utf8',
    timeout: LOOK_LIMIT_MS,
  })
  if (!error && stdout.trim() === 'v' + version) return undefined
  return 'it came, but does not run here' + (error ? ': ' + error.code : '')
}

/** The published server is started by older Nodes than those that it runs on. */
function minimumOf(root) {
  const { engines } = readJson(join(root, 'package.json'))
  return Number(/\d+/.exec(engines.server || engines.node)[0])
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
