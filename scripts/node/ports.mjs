// Checks ports before a start fetches or builds anything. Old syntax only, as in scripts/node.mjs.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import * as util from 'node:util'

/** Settings of ports, with their defaults. */
export const DEFAULT_PORTS = { PORT: 8787, DEMO_PORT: 8788 }
const DEFAULT_HOST = '127.0.0.1'
const PORT_MAX = 65535

/** The environment with the settings of `.env` in a folder; existing ones take precedence. */
export function readEnvironment(folder) {
  const path = join(folder, '.env')
  // Node 20.12 has brought the parser; before it, only the environment is checked this early.
  const isRead = existsSync(path) && util.parseEnv !== undefined
  return Object.assign({}, isRead ? util.parseEnv(readText(path)) : {}, process.env)
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(
      `${path} cannot be read (${error.code}): it has to be a file that this user may read. Change that, or remove it.`,
      { cause: error },
    )
  }
}

/**
 * @param {Record<string, string | undefined>} env
 * @param {'PORT' | 'DEMO_PORT'} name
 * @returns {number}
 * @throws Error with a sentence for an invalid port
 */
export function readPort(env, name) {
  const text = env[name]
  if (!text) return DEFAULT_PORTS[name]
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= PORT_MAX) return port
  throw new Error(`${name} is "${text}": it must be a whole number from 1 to ${PORT_MAX}.`)
}

/** @param {Record<string, string | undefined>} env */
export const readHost = (env) => env.HOST || DEFAULT_HOST

/**
 * @param {Record<string, string | undefined>} env
 * @param {readonly ('PORT' | 'DEMO_PORT')[]} names
 * @throws Error with a sentence that names the setting to change
 */
export async function assertPortsFree(env, names) {
  for (const name of names) await assertPortFree(readPort(env, name), readHost(env), name)
}

/**
 * @param {number} port
 * @param {string} host
 * @param {string} setting
 * @throws Error with a sentence that names the setting to change
 */
export async function assertPortFree(port, host, setting) {
  const probe = createServer()
  await new Promise(function (done, fail) {
    probe.once('error', (error) => fail(explainListening(error, port, host, setting)))
    probe.listen(port, host, done)
  })
  await new Promise((done) => probe.close(done))
}

/**
 * @param {Error & { code?: string }} error
 * @param {number} port
 * @param {string} host
 * @param {string} setting
 * @returns {Error}
 */
export function explainListening(error, port, host, setting) {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} is in use: stop what uses it, or set ${setting} to another port.`,
      )
    case 'EACCES':
      return new Error(`Port ${port} needs rights that this user lacks: set ${setting} to another.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`This machine has no address "${host}": correct HOST.`)
    default:
      return error
  }
}
