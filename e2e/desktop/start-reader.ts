import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findReader } from '../../scripts/find-desktop.ts'
import type { Keyboard } from './keyboard.ts'
import { startDesktop, type Environment } from './start-desktop.ts'
import { startSpeech } from './start-speech.ts'

/** A desktop with the screen reader Orca and a real keyboard. */
export interface ReaderDesktop {
  /** Environment for a browser that is read out. */
  readonly env: Environment
  readonly keyboard: Keyboard
  /** Everything that was spoken so far, in order. */
  heard(): Promise<readonly string[]>
  stop(): Promise<void>
}

/** Orca does not repeat the pressed keys, and does not read a page that has loaded. */
const PROFILE = {
  profile: ['Default', 'default'],
  enableKeyEcho: false,
  sayAllOnLoad: false,
  pageSummaryOnLoad: false,
}
const SETTINGS = {
  general: {},
  profiles: { default: PROFILE },
  pronunciations: {},
  keybindings: {},
}

/** Starts a desktop with Orca, whose words are written down; `undefined` if a program is missing. */
export async function startReader(): Promise<ReaderDesktop | undefined> {
  const programs = findReader()
  if (!programs) return undefined
  const desktop = await startDesktop(programs)
  const words = join(desktop.home, 'words')
  await writeFile(words, '')
  const module = join(desktop.home, 'speech-module')
  const source = join(import.meta.dirname, 'speech-module.ts')
  await writeFile(module, `#!/bin/sh\nexec "${process.execPath}" "${source}" "${words}"\n`, {
    mode: 0o755,
  })
  const speech = await startSpeech(desktop, programs.speech, module)
  const settings = join(desktop.home, '.local/share/orca')
  await mkdir(settings, { recursive: true })
  await writeFile(join(settings, 'user-settings.conf'), JSON.stringify(SETTINGS))
  const env = {
    ...desktop.env,
    ...speech,
    // Browsers expose their tree to other programs.
    ACCESSIBILITY_ENABLED: '1',
    GNOME_ACCESSIBILITY: '1',
  }
  await desktop.start(programs.orca, ['--replace'], env)
  return {
    env,
    keyboard: desktop.keyboard,
    async heard() {
      const lines = (await readFile(words, 'utf8')).split('\n')
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as string)
    },
    stop: () => desktop.end(),
  }
}
