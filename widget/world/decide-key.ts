import type { Settings } from './settings.ts'

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
  /** Enter belongs to the text: there is only a screen to type on, or the person wants it so. */
  readonly isEnterText: boolean
}

/** `native` leaves the key to the field; `busy` swallows it, and the composer says why. */
export type KeyDecision = 'send' | 'busy' | 'native'

/** Safari ends the composition before it reports the key, and leaves only this code as a trace. */
const IME_KEY_CODE = 229

/** Whether a key belongs to an open input method, which then owns Enter, Escape and the arrows. */
export function isImeKey(press: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean {
  return press.isComposing || press.keyCode === IME_KEY_CODE
}

/** What a key does in the message field. */
export function decideKey(press: KeyPress, context: KeyContext): KeyDecision {
  if (press.key !== 'Enter' || press.shiftKey || isImeKey(press)) return 'native'
  const isForced = press.ctrlKey || press.metaKey
  if (context.isEnterText && !isForced) return 'native'
  return context.isRunning ? 'busy' : 'send'
}

/** Whether there is only a screen to type on. A tablet with a keyboard and mouse is not one. */
export function isTouchPrimary(view: Window): boolean {
  return view.matchMedia('(pointer: coarse) and (not (any-pointer: fine))').matches
}

/** A press as React tells it. */
interface FieldPress extends Omit<KeyPress, 'keyCode' | 'isComposing'> {
  readonly nativeEvent: Pick<KeyPress, 'keyCode' | 'isComposing'>
}

/** The same of a press in a field of this window. @param sendKey as the person set it. */
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
