// `npm run dev`: like `npm start`, but the frame has hot reload, the loader is bundled on each request, and
// the server restarts when its sources change.
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { shownOrigin } from '../shared/shown-origin.ts'
import { findFreePort } from './find-free-port.ts'
import { buildProduct } from './build-product.ts'
import { demoEnv } from './demo-config.ts'
import { createDemoSite } from './demo-site.ts'
import { startDeskDevServer, startDevServer } from './dev-server.ts'
import { listen } from './listen.ts'
import { assertPortFree } from './node/ports.mjs'
import { createStatePages } from './pictures/state-pages.ts'
import { readProjectLook } from './project-look.ts'
import { readArguments } from './read-arguments.ts'
import { REPOSITORY_ROOT as root } from './repository-root.ts'
import { startServerProcess, waitUntilHealthy } from './server-process.ts'
import { loadDotEnv, readStartSettings } from './start-settings.ts'
import { createStopSignal } from './stop-signal.ts'

const RESTART_AFTER_MS = 200

async function runDev(signal: AbortSignal): Promise<void> {
  loadDotEnv(root)
  const { port, demoPort, host, siteHosts, hostSecret } = readStartSettings(process.env)
  await assertPortFree(port, host, 'PORT')
  await assertPortFree(demoPort, host, 'DEMO_PORT')
  // The server needs a build at its start, however stale.
  if (!existsSync(join(root, 'dist/frame/index.html'))) await buildProduct(root)
  process.env['NODE_ENV'] = 'development'

  const serverPort = await findFreePort()
  const serverOrigin = `http://127.0.0.1:${serverPort}`
  const env = {
    ...demoEnv(root, process.env, shownOrigin(host, demoPort)),
    PORT: String(serverPort),
    HOST: '127.0.0.1',
  }
  const startServer = () => startServerProcess({ script: 'server/main.ts', env, root })
  let server = startServer()
  await waitUntilHealthy(`${serverOrigin}/healthz`, signal)

  const states = createStatePages({
    startFrame: (statesPort, statesOrigin) =>
      startDevServer({
        root,
        port: statesPort,
        host,
        serverOrigin: statesOrigin,
        cache: '.vite-states',
      }),
  })
  const deskPort = await findFreePort()
  const desk = await startDeskDevServer(root, deskPort)
  const vite = await startDevServer({
    root,
    port,
    host,
    serverOrigin,
    deskOrigin: `http://127.0.0.1:${deskPort}`,
    plugins: [states.plugin],
  })
  const demo = createDemoSite({
    folder: join(root, 'public'),
    // The last build of `npm run site`.
    site: join(root, 'dist/site'),
    readLook: (app) => readProjectLook(serverOrigin, app),
    hosts: siteHosts,
    alcoveOrigin: (name) => `http://${name}:${port}`,
    hostSecret,
  })
  await listen(demo, demoPort, host, 'DEMO_PORT')
  console.log(`\n  Demo site   ${shownOrigin(host, demoPort)}`)
  console.log(`  Alcove      ${shownOrigin(host, port)}  (hot reload)`)
  console.log(`  Desk        ${shownOrigin(host, port)}/desk`)
  console.log(`  States      ${shownOrigin(host, port)}/states\n`)

  let restarting = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = async (): Promise<void> => {
    await server.stop()
    if (signal.aborted) return
    console.log('The server starts anew.')
    server = startServer()
  }
  const watchers = ['server', 'shared'].map((folder) =>
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => (restarting = restarting.then(restart)), RESTART_AFTER_MS)
    }),
  )

  if (!signal.aborted) await once(signal, 'abort')
  clearTimeout(timer)
  for (const watcher of watchers) watcher.close()
  demo.close()
  demo.closeAllConnections()
  await vite.close()
  await desk.close()
  await states.stop()
  await restarting
  await server.stop()
}

readArguments()
const signal = createStopSignal()
try {
  await runDev(signal)
} catch (error) {
  if (!signal.aborted) console.error(error instanceof Error ? error.message : String(error))
  // Also stops processes that were started before the failure: the server ends with this process.
  process.exit(signal.aborted ? 0 : 1)
}
