/** @module-tag nightly */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from './find-free-port.ts'
import { machinePath } from './machine-node.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { waitUntilHealthy } from './server-process.ts'
import { writeServerPackage } from './write-server-package.ts'

/** Of a download of 80 MB of packages and 50 MB of Node. */
const FIRST_START_MS = 10 * 60_000

const isLong = process.env['ALCOVE_TEST_LONG'] === '1'

test.runIf(isLong)(
  'npx starts the server from its tarball in an empty folder with an empty npm cache, and again from the cache',
  { timeout: 2 * FIRST_START_MS },
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'alcove-npx-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    await writeServerPackage(REPOSITORY_ROOT, join(root, 'package'))
    execFileSync('npm', ['pack', './package', '--silent'], { cwd: root })
    const tarball = readdirSync(root).find((name) => name.endsWith('.tgz')) ?? ''
    const folder = join(root, 'owner')
    mkdirSync(folder)
    const env = {
      HOME: join(root, 'home'),
      PATH: machinePath.join(delimiter),
      npm_config_registry: process.env['npm_config_registry'],
      npm_config_cache: join(root, 'cache'),
    }

    for (const start of ['first', 'second']) {
      const port = await findFreePort()
      const args = ['--yes', `file:${join(root, tarball)}`, 'start']
      const child = spawn('npx', args, {
        cwd: folder,
        env: { ...env, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (data: Buffer) => (output += data.toString()))
      }
      const exited = once(child, 'exit')
      const ended = exited.then(() => Promise.reject(new Error(`It ended:\n${output}`)))
      ended.catch(() => {})
      const origin = `http://127.0.0.1:${port}`
      const limit = AbortSignal.timeout(FIRST_START_MS)
      await Promise.race([waitUntilHealthy(`${origin}/healthz`, limit), ended])

      expect([start, (await fetch(`${origin}/frame`)).status]).toEqual([start, 200])
      child.kill('SIGTERM')
      await exited
      await expect.poll(() => output).toContain('"stopped"')
    }
    expect(readdirSync(folder)).toEqual(['data'])
  },
)
