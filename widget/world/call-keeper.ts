import { atom } from 'jotai/vanilla'
import type { KeptCall } from '../device/kept-calls.ts'

// Makes calls outlive the tab. The code that stores and repeats them is loaded after the first paint.

/** `kept`: the server could not be reached, and the call is repeated as soon as possible. */
export type CallResult = 'saved' | 'kept'

/** @throws AlcoveError, or the signal's reason. */
export type SendCall = (signal: AbortSignal) => Promise<unknown>

/** Makes a call that is already stored. @throws the call's error, or the reason of a signal. */
export type MakeCall = (send: SendCall) => Promise<CallResult>

export interface CallKeeper {
  /**
   * Stores a call on the device. Returns the function that makes it, after earlier calls about the same subject.
   */
  begin(call: KeptCall): MakeCall
}

const keeperBaseAtom = atom<CallKeeper | null>(null)

export const setCallKeeperAtom = atom(null, (_get, set, keeper: CallKeeper | null) =>
  set(keeperBaseAtom, keeper),
)

/**
 * Begins a call that shall outlive the tab.
 *
 * @param signal aborts the call if the device stores nothing.
 */
export const beginCallAtom = atom(
  null,
  (get, _set, call: KeptCall, signal: AbortSignal): MakeCall =>
    get(keeperBaseAtom)?.begin(call) ?? ((send) => send(signal).then(() => 'saved')),
)
