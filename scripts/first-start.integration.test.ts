import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findFreePort } from './find-free-port.ts'
import {
  createClone,
  lines,
  pack,
  playing,
  RAN,
  realWaits,
  standInNode,
  startRegistry,
  STAND_IN_VERSION,
} from './first-start.test-support.ts'
import { listen } from './listen.ts'
import { readMachineNodeVersion } from './machine-node.ts'

const NIGHTLY = { tags: ['nightly'] }
const standIn = standInNode()
const tarball = pack(standIn)
const node = { standIn, tarball }
const PLACE = `.node/${STAND_IN_VERSION}/node_modules/${standIn.name}`

test('fetches a Node with an empty cache, says so apart from the script’s own words, and only once', async () => {
  const { url } = await startRegistry(standIn.name, tarball, playing([]))
  const clone = createClone({ node })

  const first = await clone.start(url).ended
  const second = await clone.start('http://127.0.0.1:1/').ended

  expect(first).toMatchObject(RAN)
  // The message names the machine's Node, which ran the first start.
  const has = `this machine has ${readMachineNodeVersion()}, Alcove needs Node 999 or newer`
  expect(first.errors).toBe(`Fetching Node 99.0.0 from npm, once (${has}).\n`)
  expect(second).toEqual({ ...RAN, errors: '' })
  expect(readdirSync(join(clone.root, '.node'))).toEqual([STAND_IN_VERSION])
})

test(
  'gets it from a registry that answers 503, cuts the package and hangs at first',
  NIGHTLY,
  async () => {
    // npm may send several requests per attempt: the next fault comes with the next attempt.
    const faults = ['503', 'cut', 'hang'] as const
    const behave = () => faults[lines(started.errors()).length - 1] ?? 'ok'
    const { url } = await startRegistry(standIn.name, tarball, behave)
    const clone = createClone({ node, pausesSeconds: [0.1, 0.2, 0.3] })

    const started = clone.start(url)
    const run = await started.ended

    expect(run).toMatchObject(RAN)
    expect(lines(run.errors).slice(1)).toEqual([
      'That failed (E503). Trying again in 0.1 s.',
      'That failed (ECONNRESET). Trying again in 0.2 s.',
      expect.stringMatching(
        /^That failed \((FETCH_ERROR|EIDLETIMEOUT)\)\. Trying again in 0\.3 s\.$/,
      ),
    ])
  },
)

test('gets it from a registry that refuses every connection at first', NIGHTLY, async () => {
  const port = await findFreePort()
  const clone = createClone({ node, pausesSeconds: [0.1, 3, 3] })
  const run = clone.start(`http://127.0.0.1:${port}/`)
  await vi.waitFor(() => expect(run.errors()).toContain('(ECONNREFUSED)'))

  await startRegistry(standIn.name, tarball, playing([]), port)

  expect(await run.ended).toMatchObject(RAN)
})

test('ends with one sentence and leaves nothing when no registry answers, and the next try works', async () => {
  const port = await findFreePort()
  const clone = createClone({ node })

  const dead = await clone.start(`http://127.0.0.1:${port}/`).ended

  expect(dead).toMatchObject({ code: 1, output: '' })
  const [fetching, ...others] = lines(dead.errors)
  expect(fetching).toContain('Fetching Node')
  expect(others.slice(0, -1)).toEqual(
    Array<string>(2).fill('That failed (ECONNREFUSED). Trying again in 0.1 s.'),
  )
  expect(others.at(-1)).toMatch(
    /^Alcove needs Node 999 or newer: this machine has [\d.]+, and fetching 99\.0\.0 from npm failed \(ECONNREFUSED, 3 times\)\. Check the network, or install Node 999 or newer, and try again\.$/,
  )
  expect(existsSync(join(clone.root, '.node'))).toBe(false)

  await startRegistry(standIn.name, tarball, playing([]), port)
  expect(await clone.start(`http://127.0.0.1:${port}/`).ended).toMatchObject(RAN)
})

test('takes no package but the one whose integrity is written down', async () => {
  const other = pack(standInNode('1.0.0'))
  const { url } = await startRegistry(standIn.name, other, playing([]))
  const clone = createClone({ node, pausesSeconds: [] })

  const run = await clone.start(url).ended

  expect(run.code).toBe(1)
  expect(run.errors).toContain('(EINTEGRITY)')
  expect(existsSync(join(clone.root, '.node'))).toBe(false)
})

test(
  'gives no place to a Node that does not run here, and does not ask again for it',
  NIGHTLY,
  async () => {
    const broken = { name: standIn.name, files: { 'bin/node': 'for another machine' } }
    const bytes = pack(broken)
    const { url } = await startRegistry(standIn.name, bytes, playing([]))
    const clone = createClone({ node: { standIn: broken, tarball: bytes } })

    const run = await clone.start(url).ended

    expect(run.code).toBe(1)
    expect(lines(run.errors)).toHaveLength(2)
    expect(run.errors).toContain('it came, but does not run here')
    expect(existsSync(join(clone.root, '.node'))).toBe(false)
  },
)

test.each([
  ['an empty folder', ''],
  ['half a Node', 'bin/node'],
])('replaces %s that has the final name', NIGHTLY, async (_, file) => {
  const { url } = await startRegistry(standIn.name, tarball, playing([]))
  const clone = createClone({ node })
  const place = join(clone.root, PLACE)
  mkdirSync(join(place, 'bin'), { recursive: true })
  if (file) writeFileSync(join(place, file), '#!/bin/sh\nexit 3\n', { mode: 0o755 })

  expect(await clone.start(url).ended).toMatchObject(RAN)
  expect(readFileSync(join(place, 'bin/node'), 'utf8')).toBe(standIn.files['bin/node'])
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  'leaves nothing when %s ends the fetching',
  NIGHTLY,
  async (signal) => {
    const { url } = await startRegistry(standIn.name, tarball, () => 'hang')
    const clone = createClone({ node, silenceSeconds: 60 })
    const run = clone.start(url)
    await vi.waitFor(() => expect(readdirSync(join(clone.root, '.node'))).toHaveLength(1))

    run.child.kill(signal)

    expect(await run.ended).toMatchObject({ code: 1, output: '' })
    expect(existsSync(join(clone.root, '.node'))).toBe(false)
  },
)

test('clears away what a killed one left', async () => {
  const clone = createClone({ node, silenceSeconds: 60 })
  const hanging = await startRegistry(standIn.name, tarball, () => 'hang')
  const killed = clone.start(hanging.url)
  await vi.waitFor(() => expect(readdirSync(join(clone.root, '.node'))).toHaveLength(1))
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(readdirSync(join(clone.root, '.node'))).toHaveLength(1)

  const { url } = await startRegistry(standIn.name, tarball, playing([]))

  expect(await clone.start(url).ended).toMatchObject(RAN)
  expect(readdirSync(join(clone.root, '.node'))).toEqual([STAND_IN_VERSION])
})

test('two that start at once both run', NIGHTLY, async () => {
  const { url } = await startRegistry(standIn.name, tarball, playing([]))
  const clone = createClone({ node })

  const runs = await Promise.all([clone.start(url).ended, clone.start(url).ended])

  expect(runs).toMatchObject([RAN, RAN])
  expect(readdirSync(join(clone.root, '.node'))).toEqual([STAND_IN_VERSION])
})

test.each([
  ['PORT', ''],
  ['DEMO_PORT', 'PORT='],
])('a taken %s ends the start with a sentence before anything is fetched', async (name, rest) => {
  const { url } = await startRegistry(standIn.name, tarball, playing([]))
  const clone = createClone({ node })
  const [port, other] = [await findFreePort(), await findFreePort()]
  const server = createServer()
  await listen(server, port, '127.0.0.1', 'PORT')
  const settings = `${name}=${port}\n${rest && `${rest}${other}\n`}`
  writeFileSync(join(clone.root, '.env'), settings)

  const refused = await clone.start(url, ['--ports=PORT,DEMO_PORT']).ended
  await new Promise((done) => server.close(done))
  const free = await clone.start(url, [`--ports=${name}`]).ended

  expect(refused).toEqual({
    code: 1,
    output: '',
    errors: `Port ${port} is in use: stop what uses it, or set ${name} to another port.\n`,
  })
  expect(free).toMatchObject(RAN)
})

test('waits at least a minute for a registry unless a test says otherwise', () => {
  const whole = realWaits().pausesSeconds.reduce((sum, pause) => sum + pause, 0)

  expect(whole).toBeGreaterThanOrEqual(60)
})
