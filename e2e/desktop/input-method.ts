import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { InputMethodPrograms } from '../../scripts/find-desktop.ts'
import { START_LIMIT_MS } from '../../scripts/test-limits.ts'
import type { Desktop, Environment } from './start-desktop.ts'

export type InputMethodName = 'hangul' | 'anthy'

/** A phrase, as the keys that compose it. */
export interface Phrase {
  readonly keys: readonly string[]
  readonly text: string
}

/** A running input method. */
export interface InputMethod {
  /** Additional environment of a browser that shall use it. */
  readonly env: Environment
  /** Phrases whose last syllable or clause is still being composed after their keys. */
  readonly phrases: readonly [Phrase, Phrase, Phrase]
  /** Presses of Enter that send a message of such a phrase: the first may only end the composition. */
  readonly entersToSend: 1 | 2
}

const READY_CHECK_MS = 100

const spell = (letters: string): readonly string[] =>
  [...letters].map((letter) => (letter === ' ' ? 'space' : letter))

/** Starts an input method on a desktop; browsers that start afterwards with its environment use it. */
export const startInputMethod = (
  desktop: Desktop,
  name: InputMethodName,
  programs: InputMethodPrograms,
): Promise<InputMethod> =>
  name === 'hangul' ? startHangul(desktop, programs) : startAnthy(desktop, programs)

/** Korean by ibus-hangul: each key changes the last syllable until the next one begins. */
async function startHangul(desktop: Desktop, programs: InputMethodPrograms): Promise<InputMethod> {
  const settings = join(desktop.home, '.config/glib-2.0/settings')
  await mkdir(settings, { recursive: true })
  await writeFile(
    join(settings, 'keyfile'),
    "[org/freedesktop/ibus/engine/hangul]\ninitial-input-mode='hangul'\n",
  )
  await desktop.start(programs.ibusDaemon, ['--panel=disable', '--xim'])
  // The daemon takes no command before it has read its engines.
  await untilDone('ibus-hangul', async () => {
    await desktop.run(programs.ibus, ['engine', 'hangul'])
    return (await desktop.run(programs.ibus, ['engine'])).trim() === 'hangul'
  })
  return {
    env: { GTK_IM_MODULE: 'ibus', XMODIFIERS: '@im=ibus' },
    phrases: [
      { keys: spell('gksrnr dmatlr'), text: '한국 음식' },
      { keys: spell('dkssudgktpdy'), text: '안녕하세요' },
      { keys: spell('rkatkgkqslek'), text: '감사합니다' },
    ],
    entersToSend: 1,
  }
}

const ANTHY_PROFILE = `[Groups/0]
Name=Default
Default Layout=us
DefaultIM=anthy

[Groups/0/Items/0]
Name=anthy
Layout=

[GroupOrder]
0=Default
`

/** Japanese by fcitx5-anthy: letters become kana, the space bar converts them, and Enter commits. */
async function startAnthy(desktop: Desktop, programs: InputMethodPrograms): Promise<InputMethod> {
  const settings = join(desktop.home, '.config/fcitx5')
  await mkdir(settings, { recursive: true })
  await writeFile(join(settings, 'profile'), ANTHY_PROFILE)
  await writeFile(join(settings, 'config'), '[Behavior]\nActiveByDefault=True\n')
  await desktop.start(programs.fcitx, [])
  await untilDone(
    'fcitx5-anthy',
    async () => (await desktop.run(programs.fcitxRemote, ['-q'])).trim() === 'Default',
  )
  return {
    env: { GTK_IM_MODULE: 'fcitx', XMODIFIERS: '@im=fcitx' },
    phrases: [
      { keys: spell('nihon '), text: '日本' },
      { keys: spell('sushi '), text: '寿司' },
      { keys: spell('arigatou'), text: 'ありがとう' },
    ],
    entersToSend: 2,
  }
}

async function untilDone(name: string, tryOnce: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  let reason: unknown
  while (Date.now() < deadline) {
    try {
      if (await tryOnce()) return
    } catch (error) {
      reason = error
    }
    await delay(READY_CHECK_MS)
  }
  throw new Error(`${name} did not start within ${START_LIMIT_MS} ms.`, { cause: reason })
}
