import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { DesktopPrograms } from '../../scripts/find-desktop.ts'
import { START_LIMIT_MS } from '../../scripts/test-limits.ts'
import { startProcess, startScreen, type RunningProcess } from '../engines/start-screen.ts'
import { createKeyboard, type Keyboard } from './keyboard.ts'

export type Environment = Readonly<Record<string, string>>

/** A virtual screen with a keyboard, a message bus and a home folder of its own. */
export interface Desktop {
  /** Environment of its programs. */
  readonly env: Environment
  /** Folder for files of its programs; removed with the desktop. */
  readonly home: string
  readonly keyboard: Keyboard
  /** Starts a program that ends with the desktop. */
  start(program: string, args: readonly string[], env?: Environment): Promise<RunningProcess>
  /** Runs a program to its end, and returns its output. */
  run(program: string, args: readonly string[]): Promise<string>
  end(): Promise<void>
}

/** Settings of this person's own desktop, which must not reach the programs of the tests. */
const OWN_DESKTOP = /^(DBUS_|GTK_|QT_|XDG_|WAYLAND_|XMODIFIERS$|NO_AT_BRIDGE$|SPEECHD_|IBUS_|LC_)/

/** Starts a desktop without any program. */
export async function startDesktop(programs: DesktopPrograms): Promise<Desktop> {
  const home = await mkdtemp(join(tmpdir(), 'alcove-desktop-'))
  const screen = await startScreen(programs.screen)
  const kept = Object.entries(process.env).filter(([name]) => !OWN_DESKTOP.test(name))
  const bare = {
    ...(Object.fromEntries(kept) as Record<string, string>),
    DISPLAY: screen.name,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    LANG: 'C.UTF-8',
    GIO_USE_VFS: 'local',
    // Settings in a file, so that no service has to run for them.
    GSETTINGS_BACKEND: 'keyfile',
  }
  const bus = await startProcess(
    programs.bus,
    ['--session', '--nofork', '--nopidfile', '--print-address'],
    bare,
  )
  const [address] = (await once(createInterface(bus.child.stdout!), 'line', {
    signal: AbortSignal.timeout(START_LIMIT_MS),
  })) as [string]
  const env = { ...bare, DBUS_SESSION_BUS_ADDRESS: address }
  const running: RunningProcess[] = [bus]

  return {
    env,
    home,
    keyboard: createKeyboard(programs.keyboard, env),
    async start(program, args, more = {}) {
      const started = await startProcess(program, args, { ...env, ...more })
      // Unread output would block it.
      started.child.stdout!.resume()
      running.push(started)
      return started
    },
    async run(program, args) {
      const { stdout } = await promisify(execFile)(program, [...args], {
        env,
        timeout: START_LIMIT_MS,
      })
      return stdout
    },
    async end() {
      for (const program of running.toReversed()) await program.end()
      await screen.end()
      // Programs that the bus started write until they notice its end.
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}
