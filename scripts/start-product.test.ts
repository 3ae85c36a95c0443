import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DEMO_CONFIG } from './demo-config.ts'
import { findFreePort } from './find-free-port.ts'
import { hashSources, SITE, stampBuild } from './build-stamp.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

/** A server of three lines: it is healthy immediately, and exits like the real one. */
const SERVER = `
import { createServer } from 'node:http'
import { exitWithParent } from './exit-with-parent.ts'
const server = createServer((_, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1')
const stop = () => { server.close(); server.closeAllConnections(); console.log('stopped') }
process.once('SIGTERM', stop)
exitWithParent(stop)
`

/** A fast stand-in for the build. */
const BUILD = `
import { hashSources, stampBuild } from './build-stamp.ts'
for (let line = 0; line < 100; line++) console.log('a line of the build')
stampBuild('.', hashSources('.'))
`

interface StartOptions {
  /** Without build packages, like a production install. */
  readonly isProduction?: boolean
  /** Default true. */
  readonly isBuilt?: boolean
  /** Replaces the build, and makes its outputs stale. */
  readonly build?: string
  readonly server?: string
  readonly env?: NodeJS.ProcessEnv
}

/** A built copy of the repository with the small server, started like `npm start`. */
async function start({
  server = SERVER,
  env = {},
  build,
  isProduction = false,
  isBuilt = true,
}: StartOptions = {}) {
  const root = mkdtempSync(join(tmpdir(), 'alcove-start-'))
  cpSync(join(REPOSITORY_ROOT, 'scripts'), join(root, 'scripts'), { recursive: true })
  for (const folder of ['server', 'public', 'dist/loader', 'dist/frame', 'dist/desk']) {
    mkdirSync(join(root, folder), { recursive: true })
  }
  const packages = join(REPOSITORY_ROOT, 'node_modules')
  if (isProduction) {
    mkdirSync(join(root, 'node_modules'))
    symlinkSync(join(packages, 'jose'), join(root, 'node_modules/jose'))
  } else symlinkSync(packages, join(root, 'node_modules'))
  for (const file of ['server/exit-with-parent.ts', 'shared/shown-origin.ts']) {
    cpSync(join(REPOSITORY_ROOT, file), join(root, file))
  }
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(root, 'server/main.ts'), server)
  writeFileSync(join(root, 'public/index.html'), 'shop {{ALCOVE_ORIGIN}}')
  writeFileSync(join(root, 'dist/loader/alcove.js'), '')
  writeFileSync(join(root, 'dist/loader/alcove-panel.js'), '')
  writeFileSync(join(root, 'dist/loader/alcove-extras.js'), '')
  writeFileSync(join(root, 'dist/loader/alcove-debug.js'), '')
  mkdirSync(join(root, 'dist/npm'), { recursive: true })
  for (const name of ['package.json', 'alcove.d.ts'])
    writeFileSync(join(root, 'dist/npm', name), '')
  mkdirSync(join(root, 'dist/v'))
  writeFileSync(join(root, 'dist/frame/index.html'), '')
  writeFileSync(join(root, 'dist/desk/index.html'), '')
  for (const output of SITE.outputs) {
    mkdirSync(join(root, output, '..'), { recursive: true })
    writeFileSync(join(root, output), 'site {{ALCOVE_ORIGIN}}')
  }
  stampBuild(root, hashSources(root, {}, SITE), SITE)
  if (build === undefined) stampBuild(root, hashSources(root))
  else {
    stampBuild(root, 'older')
    writeFileSync(join(root, 'scripts/build.ts'), build)
  }
  if (!isBuilt) rmSync(join(root, 'dist'), { recursive: true })

  const port = await findFreePort()
  const demoPort = await findFreePort()
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), DEMO_PORT: String(demoPort), ...env },
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
    rmSync(root, { recursive: true, force: true })
  })
  return {
    port,
    demoPort,
    child,
    exited,
    output: () => output,
    /** Resolves with the server's pid once both addresses are printed. */
    async whenUp(): Promise<number> {
      await vi.waitFor(() => expect(output).toMatch(/Server pid +\d+/))
      return Number(/Server pid +(\d+)/.exec(output)?.[1])
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('prints both addresses once both answer', async () => {
  const run = await start()

  await run.whenUp()

  expect(run.output()).toContain(`http://localhost:${run.port}`)
  expect(run.output()).toContain(`http://localhost:${run.demoPort}`)
  const page = await fetch(`http://127.0.0.1:${run.demoPort}/`)
  expect(await page.text()).toBe(`shop http://127.0.0.1:${run.port}`)
})

/** A server that is not ready before a request to `/ready`. */
const SLOW_SERVER = SERVER.replace(
  "createServer((_, response) => response.end('ok'))",
  `(() => {
  let isReady = false
  return createServer(({ url }, response) => {
    isReady ||= url === '/ready'
    response.writeHead(isReady ? 200 : 503).end()
  })
})()`,
)

test('the shop is there once the service is', async () => {
  const run = await start({ server: SLOW_SERVER })
  const service = `http://127.0.0.1:${run.port}/`
  const shop = `http://127.0.0.1:${run.demoPort}/`
  const seen = await vi.waitFor(() => fetch(service))

  expect(seen.status).toBe(503)
  await expect(fetch(shop)).rejects.toThrow('fetch failed')

  await fetch(`${service}ready`)
  await run.whenUp()
  expect((await fetch(shop)).status).toBe(200)
})

test('says in a few lines what it builds, where both are, and what to do next (D01)', async () => {
  const run = await start({ build: BUILD })

  await run.whenUp()
  await vi.waitFor(() => expect(run.output()).toContain('Next: '))

  expect(run.output().split('\n').filter(Boolean)).toEqual([
    'Building loader and frame, for their sources are new: up to a minute.',
    expect.stringMatching(/^ {2}Demo site {3}http:/),
    expect.stringMatching(/^ {2}Playground {2}http:.+\/playground\/$/),
    expect.stringMatching(/^ {2}Docs {8}http:.+\/docs\/$/),
    expect.stringMatching(/^ {2}Alcove {6}http:/),
    expect.stringMatching(/^ {2}Desk {8}http:.+\/desk$/),
    expect.stringMatching(/^ {2}Server pid {2}\d+$/),
    expect.stringMatching(/^ {2}Config /),
    expect.stringMatching(/^ {2}Next: open the demo site/),
  ])
})

test('shows what a build said that failed', async () => {
  const run = await start({ build: "console.log('no such colour'); process.exitCode = 1" })

  expect(await run.exited).toEqual([1, null])
  expect(run.output()).toMatch(/no such colour\n+The build failed; its reason stands above\.\n$/)
})

test('without what builds, a build of older sources runs as it is', async () => {
  const run = await start({ build: BUILD, isProduction: true })

  await run.whenUp()

  expect(run.output()).toMatch(
    /^The sources are newer than the build, and what builds is not installed: it runs as it is\.\n/,
  )
})

test('without a build, and without what builds, it says what to do', async () => {
  const run = await start({ isProduction: true, isBuilt: false })

  expect(await run.exited).toEqual([1, null])
  expect(run.output()).toBe(
    'Loader and frame are not built, and what builds them is not installed: run npm ci --include=dev, or bring the folder dist along.\n',
  )
})

test.each(['SIGTERM', 'SIGINT'] as const)('stops the server gracefully on %s', async (signal) => {
  const run = await start()
  const pid = await run.whenUp()

  run.child.kill(signal)

  expect(await run.exited).toEqual([0, null])
  expect(run.output()).toContain('stopped')
  expect(isAlive(pid)).toBe(false)
})

test('leaves no server behind when it is killed', async () => {
  const run = await start()
  const pid = await run.whenUp()

  run.child.kill('SIGKILL')

  await run.exited
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false))
})

test('ends like the server, whose own sentence stands, when it fails at its start', async () => {
  const run = await start({ server: "console.error('no database'); process.exitCode = 3" })

  expect(await run.exited).toEqual([3, null])
  expect(run.output()).toContain('no database')
})

test.each(['PORT', 'DEMO_PORT'])('names %s when it is in use', async (setting) => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  onTestFinished(() => void blocker.close())
  const { port } = blocker.address() as AddressInfo

  const run = await start({ env: { [setting]: String(port) } })

  expect(await run.exited).toEqual([1, null])
  expect(run.output()).toBe(
    `Port ${port} is in use: stop what uses it, or set ${setting} to another port.\n`,
  )
})

/** Prints the configuration that it received. */
const TELLING_SERVER = `console.log('config', process.env.ALCOVE_CONFIG, process.env.ALCOVE_DEMO_ORIGIN)\n${SERVER}`

test('serves the demo shop with its own configuration, and says so (D23)', async () => {
  const run = await start({ server: TELLING_SERVER })

  await run.whenUp()

  expect(run.output()).toContain(`config ${DEMO_CONFIG} http://localhost:${run.demoPort}`)
  await vi.waitFor(() => expect(run.output()).toContain(`Config      ${DEMO_CONFIG}`))
})

test('leaves the operator’s own configuration alone', async () => {
  const run = await start({ server: TELLING_SERVER, env: { ALCOVE_CONFIG: 'mine.ts' } })

  await run.whenUp()

  expect(run.output()).toContain(`config mine.ts http://localhost:${run.demoPort}`)
  await vi.waitFor(() => expect(run.output()).toContain('Next: open the demo site'))
  expect(run.output()).not.toContain('mug')
  expect(run.output()).not.toContain(DEMO_CONFIG)
})
