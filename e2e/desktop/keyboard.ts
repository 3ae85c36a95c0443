import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { LOOK_LIMIT_MS } from '../../scripts/test-limits.ts'

/** Time between two keys. */
const KEY_DELAY_MS = 40

/** A real keyboard of a virtual screen: its keys pass through the input method, and reach the window with the focus. */
export interface Keyboard {
  /** Gives the focus to the window whose title contains this text, as soon as there is one. */
  focusWindow(title: string): Promise<void>
  /** Presses keys one after the other, each by its name in X: `a`, `space`, `Return`, `shift+Tab`. */
  press(...keys: readonly string[]): Promise<void>
  /** Presses the key of each letter; the letters are those of a plain keyboard, and blanks. */
  type(letters: string): Promise<void>
}

const NAMES: Readonly<Record<string, string>> = { ' ': 'space', '.': 'period', ',': 'comma' }

/**
 * The commands that press a key like a person, who releases it before its modifiers. xdotool alone releases it last, and
 * Orca takes the released letter for a command.
 */
function pressKey(name: string): readonly string[] {
  const modifiers = name.split('+')
  const key = modifiers.pop()!
  return [
    ...modifiers.flatMap((modifier) => ['keydown', modifier]),
    'key',
    '--delay',
    String(KEY_DELAY_MS),
    key,
    ...modifiers.toReversed().flatMap((modifier) => ['keyup', modifier]),
  ]
}

export function createKeyboard(program: string, env: Readonly<Record<string, string>>): Keyboard {
  const xdotool = async (...args: readonly string[]): Promise<string> => {
    const options = { env, timeout: LOOK_LIMIT_MS }
    return (await promisify(execFile)(program, [...args], options)).stdout
  }
  const press = async (...keys: readonly string[]): Promise<void> => {
    if (keys.length === 0) return
    await xdotool(...keys.flatMap(pressKey))
  }
  return {
    async focusWindow(title) {
      const found = await xdotool('search', '--sync', '--onlyvisible', '--name', title)
      const window = found.trim().split('\n').at(-1)!
      await xdotool('windowraise', window, 'windowfocus', '--sync', window)
    },
    press,
    type: (letters) => press(...[...letters].map((letter) => NAMES[letter] ?? letter)),
  }
}
