import { atom } from 'jotai/vanilla'
import type { KeptCall } from '../device/kept-calls.ts'

// How calls outlive the tab. The code that keeps and repeats them is loaded after the first paint.

/** `kept`: the server could not be reached; the call is made as soon as it can be. */
export type CallResult = 'saved' | 'kept'

/** @throws AlcoveError, or the signal's reason. */
export type SendCall = (signal: AbortSignal) => Promise<unknown>

/** Makes a call that is kept already. @throws as the call does, or the reason of a signal. */
export type MakeCall = (send: SendCall) => Promise<CallResult>

export interface CallKeeper {
  /** Keeps a call on the device from now on; returns how to make it, in its turn among those about the same subject. */
  begin(call: KeptCall): MakeCall
}

const keeperBaseAtom = atom<CallKeeper | null>(null)

export const setCallKeeperAtom = atom(null, (_get, set, keeper: CallKeeper | null) =>
  set(keeperBaseAtom, keeper),
)

/**
 * Begins a call that shall outlive the tab.
 *
 * @param signal ends it where nothing is kept.
 */
export const beginCallAtom = atom(
  null,
  (get, _set, call: KeptCall, signal: AbortSignal): MakeCall =>
    get(keeperBaseAtom)?.begin(call) ?? ((send) => send(signal).then(() => 'saved')),
)
