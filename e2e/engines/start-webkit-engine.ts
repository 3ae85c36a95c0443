import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { WebKitPrograms } from '../../scripts/find-engines.ts'
import { findFreePort } from '../../scripts/find-free-port.ts'
import { START_LIMIT_MS } from '../../scripts/test-limits.ts'
import type { Engine } from './engine-page.ts'
import { openWebDriverSession } from './webdriver.ts'
import { createWebKitPage } from './webkit-page.ts'

const START_CHECK_MS = 25
const SKIPS = [
  'a screen for fingers: its driver has none',
  'the dialog of files: WebDriver has no command for it, and the files go to the field behind the button',
]
/** Says on its output which number it has. */
const SCREEN = '-displayfd 1 -screen 0 1280x800x24 -nolisten tcp'.split(' ')

/** WebKitGTK, by the W3C's WebDriver, on a screen of its own that nobody sees. */
export async function startWebKitEngine({
  driver,
  browser,
  screen,
}: WebKitPrograms): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'alcove-webkit-'))
  const display = await startProcess(screen, SCREEN)
  const [number] = await once(createInterface(display.child.stdout!), 'line', {
    signal: AbortSignal.timeout(START_LIMIT_MS),
  })
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const service = await startProcess(driver, [`--port=${port}`], {
    ...process.env,
    DISPLAY: `:${number}`,
    // Nothing of the person at the keyboard is read or written, and no bus of their desktop is asked.
    HOME: home,
    XDG_RUNTIME_DIR: home,
    GIO_USE_VFS: 'local',
    // Layers are for a graphics card: computed, they cost a third of the run.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    NO_AT_BRIDGE: '1',
  })
  // The browser prints there too, and would wait for a reader.
  service.child.stdout!.resume()
  await untilReady(address)
  const capabilities = {
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  }
  return {
    skips: SKIPS,
    newPage: async () => createWebKitPage(await openWebDriverSession(address, capabilities)),
    async stop() {
      await service.end()
      await display.end()
      await rm(home, { recursive: true, force: true })
    },
  }
}

interface RunningProcess {
  readonly child: ChildProcess
  end(): Promise<void>
}

/** It ends with this process. Of what it prints only its output can be read: a desktop's libraries warn of much. */
async function startProcess(
  program: string,
  args: readonly string[],
  env = process.env,
): Promise<RunningProcess> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const kill = () => void child.kill()
  process.once('exit', kill)
  const exited = once(child, 'exit')
  await once(child, 'spawn')
  return {
    child,
    async end() {
      process.off('exit', kill)
      kill()
      await exited
    },
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
