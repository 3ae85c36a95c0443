import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from '../scripts/find-free-port.ts'

/** The real server, its output through a pipe or, with util-linux's `script`, on a terminal. */
async function start(isTerminal: boolean, env: Readonly<Record<string, string>> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'alcove-terminal-'))
  const port = await findFreePort()
  const node = [process.execPath, 'server/main.ts']
  const [program = '', ...args] = isTerminal
    ? ['script', '--quiet', '--return', '--command', `exec ${node.join(' ')}`, '/dev/null']
    : node
  const child = spawn(program, args, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ALCOVE_DATA_DIR: dataDir,
      ALCOVE_LIMITS: 'off',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => (output += data.toString()))
  }
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(`${url}/healthz`))
  for (const path of ['/alcove.js', '/frame', '/v1/threads']) await fetch(url + path)
  return { port, lines: () => output.split(/\r?\n/).filter(Boolean) }
}

const messages = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line) as { level: string; msg: string; route?: string })

test('a terminal gets the addresses, and warnings in one readable line each', async () => {
  const server = await start(true)

  await vi.waitFor(() => expect(server.lines()).toHaveLength(3))
  const [warning, service, desk] = server.lines()
  expect(warning).toMatch(/^[\d:]{8} warn {2}ALCOVE_LIMITS=off: nothing limits .+\.$/)
  expect(service).toBe(`  Alcove  http://localhost:${server.port}`)
  expect(desk).toBe(`  Desk    http://localhost:${server.port}/desk`)
})

test('a program gets a line of JSON for each event, without health checks and assets', async () => {
  const server = await start(false)

  await vi.waitFor(() => expect(server.lines().join()).toContain('/v1/threads'))
  const said = messages(server.lines())
  expect(said.map(({ msg }) => msg)).toContain('listening')
  expect(said.flatMap(({ route }) => route ?? [])).toEqual(['/frame', '/v1/threads'])
})

test.each([
  ['debug', ['/healthz', '/alcove.js', '/frame', '/v1/threads']],
  ['warn', []],
])('LOG_LEVEL=%s says %j of requests', { tags: ['nightly'] }, async (level, routes) => {
  const server = await start(false, { LOG_LEVEL: level })

  const told = () => messages(server.lines()).flatMap(({ route }) => route ?? [])
  await vi.waitFor(() => expect(told().slice(-routes.length)).toEqual(routes))
  expect(messages(server.lines()).map(({ msg }) => msg)).toContainEqual(
    expect.stringContaining('ALCOVE_LIMITS=off'),
  )
})
