import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { shownOrigin } from '../shared/shown-origin.ts'
import { isBuildFresh, isBuilt, SITE } from './build-stamp.ts'
import { demoConfigOf, demoEnv } from './demo-config.ts'
import { createDemoSite } from './demo-site.ts'
import { listen } from './listen.ts'
import { assertPortFree } from './node/ports.mjs'
import { readProjectLook } from './project-look.ts'
import { runNode } from './run-command.ts'
import { startServerProcess, waitUntilHealthy } from './server-process.ts'
import { localOrigin } from './start-settings.ts'
import type { StartSettings } from './start-settings.ts'

const BUILD_LIMIT_MS = 10 * 60_000
const BUNDLER = 'node_modules/vite'
const SITE_BUNDLER = 'node_modules/vitepress'

export interface StartOptions {
  readonly root: string
  readonly settings: StartSettings
  /** Aborting it stops everything, at any time. */
  readonly signal: AbortSignal
  readonly print: (line: string) => void
}

/**
 * Builds stale outputs, starts the server and the demo site, and runs until `signal` aborts or the server
 * ends. Resolves with the exit code; rejects with a sentence if something cannot start.
 */
export async function startProduct({
  root,
  settings,
  signal,
  print,
}: StartOptions): Promise<number> {
  const { port, demoPort, host, siteHosts, publicUrl, deskUrl, hostSecret } = settings
  await assertPortFree(port, host, 'PORT')
  await assertPortFree(demoPort, host, 'DEMO_PORT')
  const demo = createDemoSite({
    folder: join(root, 'public'),
    site: join(root, 'dist/site'),
    readLook: (app) => readProjectLook(localOrigin(host, port), app),
    hosts: siteHosts,
    alcoveOrigin: (name) => publicUrl ?? `http://${name}:${port}`,
    hostSecret,
  })
  try {
    await ensureBuild(root, signal, print)
    await ensureSite(root, signal, print)
    const config = demoConfigOf(root, process.env)
    const env = demoEnv(root, process.env, shownOrigin(host, demoPort))
    const server = startServerProcess({ script: 'server/main.ts', env, root })
    try {
      // The first of the two ends the other wait.
      const waiting = new AbortController()
      const isHealthy = waitUntilHealthy(
        `${localOrigin(host, port)}/healthz`,
        AbortSignal.any([signal, waiting.signal]),
      ).then(() => true)
      const hasEnded = server.exited.then(() => false)
      const isUp = await Promise.race([isHealthy, hasEnded]).finally(() => waiting.abort())
      isHealthy.catch(() => {})
      // The server has printed the reason.
      if (!isUp) return await server.exited
      // A shop with an unavailable chat would look broken, so it starts last.
      await listen(demo, demoPort, host, 'DEMO_PORT')

      print('')
      print(`  Demo site   ${shownOrigin(host, demoPort)}`)
      if (isBuilt(root, SITE)) {
        print(`  Playground  ${shownOrigin(host, demoPort)}/playground/`)
        print(`  Docs        ${shownOrigin(host, demoPort)}/docs/`)
      }
      print(`  Alcove      ${publicUrl ?? shownOrigin(host, port)}`)
      print(`  Desk        ${deskUrl ?? publicUrl ?? shownOrigin(host, port)}/desk`)
      print(`  Server pid  ${server.pid}`)
      print(
        config === undefined
          ? '  Config      yours: the demo site has its look and tools instead of the demo shop’s'
          : `  Config      ${config}, until you have an alcove.config.ts`,
      )
      print('')
      const question = config === undefined ? 'ask something' : 'ask what a mug costs'
      print(`  Next: open the demo site, click the launcher, and ${question}. Ctrl-C ends both.`)
      print('')
      const ended = await Promise.race([server.exited, untilAborted(signal).then(() => undefined)])
      if (ended !== undefined) print(`The server ended by itself, with exit code ${ended}.`)
      return ended ?? 0
    } finally {
      await server.stop()
    }
  } catch (error) {
    if (signal.aborted) return 0
    throw error
  } finally {
    demo.close()
    demo.closeAllConnections()
  }
}

/** A production install has no build packages: it runs an existing build. */
async function ensureBuild(
  root: string,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<void> {
  if (isBuildFresh(root)) return
  if (existsSync(join(root, BUNDLER))) {
    print('Building loader and frame, for their sources are new: up to a minute.')
    return runBuild('scripts/build.ts', root, signal, print)
  }
  if (!isBuilt(root)) {
    throw new Error(
      'Loader and frame are not built, and what builds them is not installed: run npm ci --include=dev, or bring the folder dist along.',
    )
  }
  print('The sources are newer than the build, and what builds is not installed: it runs as it is.')
}

/** Builds documentation and playground if their packages are installed; the chat works without them. */
async function ensureSite(
  root: string,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<void> {
  if (isBuildFresh(root, process.env, SITE) || !existsSync(join(root, SITE_BUNDLER))) return
  print('Building documentation and playground.')
  await runBuild('scripts/build-site.ts', root, signal, print)
}

/** Runs a build, and shows its output only if it fails. */
async function runBuild(
  script: string,
  root: string,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<void> {
  const { code, output } = await runNode([script], {
    root,
    signal,
    limitMs: BUILD_LIMIT_MS,
  })
  if (code === 0) return
  print(output)
  throw new Error('The build failed; its reason stands above.')
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
