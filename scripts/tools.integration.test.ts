import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { REPOSITORY_ROOT } from './repository-root.ts'

/** A clone with one tool in the lock file; npm is a script that notes its arguments. */
function createClone(npm: string) {
  const root = mkdtempSync(join(tmpdir(), 'alcove-tools-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const install = (version: string) =>
    write('node_modules/hammer/package.json', JSON.stringify({ version }))
  cpSync(join(REPOSITORY_ROOT, 'scripts/node.mjs'), join(root, 'scripts/node.mjs'))
  cpSync(join(REPOSITORY_ROOT, 'scripts/node'), join(root, 'scripts/node'), { recursive: true })
  mkdirSync(join(root, 'node_modules'))
  write('package.json', '{ "engines": { "node": ">=1" } }')
  write('tools/package.json', '{ "dependencies": { "hammer": "2.0.0" } }')
  write('package-lock.json', '{ "packages": { "node_modules/hammer": { "version": "2.0.0" } } }')
  write('script.mjs', 'console.log("ran")')
  write('bin/npm', `#!/bin/sh\necho "$@" >> calls\n${npm}\n`)
  chmodSync(join(root, 'bin/npm'), 0o755)
  return {
    install,
    calls: () => (existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8') : ''),
    run(...args: readonly string[]) {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['scripts/node.mjs', ...args],
        { cwd: root, encoding: 'utf8', env: { PATH: `${join(root, 'bin')}:/usr/bin:/bin` } },
      )
      return { status, stdout, stderr }
    },
  }
}

const INSTALLS =
  'mkdir -p node_modules/hammer && echo \'{"version":"2.0.0"}\' > node_modules/hammer/package.json'

test.each([
  ['missing', undefined],
  ['of another version', '1.0.0'],
])('a tool that is %s is installed before a script that needs tools, once', (_, version) => {
  const clone = createClone(INSTALLS)
  if (version !== undefined) clone.install(version)

  expect(clone.run('script.mjs')).toEqual({ status: 0, stdout: 'ran\n', stderr: '' })
  expect(clone.calls()).toBe('')
  for (const stderr of ['Installing the packages of tests and checks.\n', '']) {
    expect(clone.run('--tools', 'script.mjs')).toEqual({ status: 0, stdout: 'ran\n', stderr })
  }
  expect(clone.calls()).toBe('install --workspaces --include-workspace-root --no-save\n')
})

test.each([
  ['fails', 'exit 1'],
  ['installs nothing', 'exit 0'],
])('an install that %s ends the script with a sentence', (_, npm) => {
  const { status, stdout, stderr } = createClone(npm).run('--tools', 'script.mjs')

  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain(
    'The packages of tests and checks could not be installed. Check the network, and run: npm run tools\n',
  )
})

test('a missing program of a package ends with a sentence', () => {
  const { status, stderr } = createClone('').run('node_modules/vitest/vitest.mjs', 'run')

  expect(status).toBe(1)
  expect(stderr).toBe('node_modules/vitest/vitest.mjs is not installed: run npm run tools first.\n')
})
