import type { Settings } from './read-settings.ts'

export interface KeyPress {
  readonly key: string
  readonly keyCode: number
  readonly isComposing: boolean
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

export interface KeyContext {
  readonly isRunning: boolean
  /** True if Enter inserts a line: on touch-only devices, or if the person set it so. */
  readonly isEnterText: boolean
}

/** `native` leaves the key to the field; `busy` swallows it, and the composer says why. */
export type KeyDecision = 'send' | 'busy' | 'native'

/** Safari ends the composition before it reports the key, and leaves only this code as a trace. */
const IME_KEY_CODE = 229

/** True if an open input method owns the key: Enter, Escape or an arrow. */
export function isImeKey(press: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean {
  return press.isComposing || press.keyCode === IME_KEY_CODE
}

/** Decides what a key does in the message field. */
export function decideKey(press: KeyPress, context: KeyContext): KeyDecision {
  if (press.key !== 'Enter' || press.shiftKey || isImeKey(press)) return 'native'
  const isForced = press.ctrlKey || press.metaKey
  if (context.isEnterText && !isForced) return 'native'
  return context.isRunning ? 'busy' : 'send'
}

/** True if the device has only a touch screen to type on. A tablet with a keyboard and mouse does not count. */
export function isTouchPrimary(view: Window): boolean {
  return view.matchMedia('(pointer: coarse) and (not (any-pointer: fine))').matches
}

/** A key event as React reports it. */
interface FieldPress extends Omit<KeyPress, 'keyCode' | 'isComposing'> {
  readonly nativeEvent: Pick<KeyPress, 'keyCode' | 'isComposing'>
}

/** As {@link decideKey}, for a key event in a field of this window. @param sendKey the person's setting. */
export function decideFieldKey(
  press: FieldPress,
  isRunning: boolean,
  sendKey: Settings['sendKey'],
): KeyDecision {
  const { key, shiftKey, ctrlKey, metaKey, nativeEvent } = press
  const { keyCode, isComposing } = nativeEvent
  return decideKey(
    { key, keyCode, isComposing, shiftKey, ctrlKey, metaKey },
    { isRunning, isEnterText: sendKey === 'modifier' || isTouchPrimary(window) },
  )
}
