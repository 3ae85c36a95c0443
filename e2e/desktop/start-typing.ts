import { findInputMethods } from '../../scripts/find-desktop.ts'
import { startInputMethod, type InputMethod, type InputMethodName } from './input-method.ts'
import type { Keyboard } from './keyboard.ts'
import { startDesktop, type Environment } from './start-desktop.ts'

/** A desktop with a running input method and a real keyboard. */
export interface TypingDesktop {
  /** Environment for a browser that uses the input method: see `windowOptions` and `startWindow`. */
  readonly env: Environment
  readonly keyboard: Keyboard
  readonly method: InputMethod
  stop(): Promise<void>
}

/** Starts a desktop for typing in Korean (`hangul`) or Japanese (`anthy`); `undefined` if a program is missing. */
export async function startTyping(name: InputMethodName): Promise<TypingDesktop | undefined> {
  const programs = findInputMethods()
  if (!programs) return undefined
  const desktop = await startDesktop(programs)
  const method = await startInputMethod(desktop, name, programs)
  return {
    env: { ...desktop.env, ...method.env },
    keyboard: desktop.keyboard,
    method,
    stop: () => desktop.end(),
  }
}
