import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { WebKitPrograms } from '../../scripts/find-engines.ts'
import { findFreePort } from '../../scripts/find-free-port.ts'
import { START_LIMIT_MS } from '../../scripts/test-limits.ts'
import type { Engine } from './engine-page.ts'
import { startProcess, startScreen } from './start-screen.ts'
import { openWebDriverSession } from './webdriver.ts'
import { createWebKitPage } from './webkit-page.ts'

const START_CHECK_MS = 25
const SKIPS = [
  'a screen for fingers: its driver has none',
  'the dialog of files: WebDriver has no command for it, and the files go to the field behind the button',
]

/** Starts WebKitGTK through W3C WebDriver on a separate virtual screen. */
export async function startWebKitEngine(programs: WebKitPrograms): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'alcove-webkit-'))
  const display = await startScreen(programs.screen)
  const engine = await startWebKitOn(programs, {
    ...process.env,
    DISPLAY: display.name,
    // Isolated from the current user's files and desktop bus.
    HOME: home,
    XDG_RUNTIME_DIR: home,
    GIO_USE_VFS: 'local',
    NO_AT_BRIDGE: '1',
  })
  return {
    ...engine,
    async stop() {
      await engine.stop()
      await display.end()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Starts WebKitGTK through W3C WebDriver, on the screen of this environment. */
export async function startWebKitOn(
  { driver, browser }: WebKitPrograms,
  env: NodeJS.ProcessEnv,
): Promise<Engine> {
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const service = await startProcess(driver, [`--port=${port}`], {
    ...env,
    // Compositing needs a graphics card; in software it costs a third of the run.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  })
  // The browser prints there as well, and would block without a reader.
  service.child.stdout!.resume()
  await untilReady(address)
  const capabilities = {
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  }
  return {
    skips: SKIPS,
    newPage: async (pageLoadStrategy = 'normal') =>
      createWebKitPage(await openWebDriverSession(address, { ...capabilities, pageLoadStrategy })),
    stop: () => service.end(),
  }
}

async function untilReady(address: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    const response = await fetch(`${address}/status`).catch(() => undefined)
    if (response?.ok) return
    await delay(START_CHECK_MS)
  }
  throw new Error(`WebKit's driver did not answer within ${START_LIMIT_MS} ms.`)
}
