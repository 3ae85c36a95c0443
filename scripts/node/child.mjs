// Runs a program as a child process. Old syntax only, as in scripts/node.mjs.
import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

const PARENT_CHECK_MS = 250

/**
 * Prepares work, and then runs a child that ends with this process.
 *
 * @param {object} options
 * @param {boolean} options.watchesParent also ends when the parent process is gone
 */
export function createChildRunner({ watchesParent }) {
  const preparing = new AbortController()
  let child
  let isReleased = false

  function end() {
    preparing.abort()
    if (child) child.kill('SIGTERM')
    if (isReleased) process.kill(process.pid, 'SIGTERM')
  }
  function interrupt() {
    preparing.abort()
  }
  process.on('SIGTERM', end)
  // The terminal sends SIGINT to the whole group: the child ends by itself, and this process waits for it.
  process.on('SIGINT', interrupt)
  // npm sends SIGTERM only to its shell, which ends without forwarding it. A new parent process reveals that.
  const parent = process.ppid
  const watch = setInterval(function () {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, PARENT_CHECK_MS)
  watch.unref()
  if (!watchesParent) clearInterval(watch)

  return {
    /** Aborted when the preparation has to stop. */
    signal: preparing.signal,
    /**
     * Runs a program, and ends this process with its exit code.
     *
     * @param {string} node
     * @param {string[]} args
     * @param {string} cwd
     */
    run(node, args, cwd) {
      const path = dirname(node) + delimiter + (process.env.PATH || '')
      const env = Object.assign({}, process.env, { PATH: path })
      child = spawn(node, args, { cwd, stdio: 'inherit', env })
      child.on('exit', function (code, signal) {
        process.exit(signal ? 1 : code === null ? 1 : code)
      })
    },
    /** Leaves the signals to a program that goes on in this process. */
    release() {
      isReleased = true
      process.off('SIGTERM', end)
      process.off('SIGINT', interrupt)
    },
  }
}
