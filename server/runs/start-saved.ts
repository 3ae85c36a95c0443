import type { AmountName, AmountOf } from '../limits/limit-table.ts'
import { DEFAULT_ASSISTANT } from '../models/model.ts'
import { createAsk } from './create-ask.ts'
import { readTurn } from './read-turn.ts'
import type { SavedCall, SavedStart } from './run-driver.ts'
import { startContinue } from './start-continue.ts'
import { startSubmit, type SubmitParts } from './start-submit.ts'
import { readTools } from './wishes.ts'

export interface SavedParts extends SubmitParts {
  /** A project's limit of size. */
  readonly amount: (projectId: string, name: AmountName) => number
}

/** A chat call that is to be saved, before anything of it was read. */
export interface CallToSave extends Pick<SavedCall, 'caller' | 'base' | 'call' | 'slot'> {
  readonly isOurs: boolean
}

/** Saves the turn of a chat call and starts its answer; or goes on with the answer that waits. */
export async function startSaved(
  { store, files, room, titles, driver, amount, onError }: SavedParts,
  { isOurs, ...toSave }: CallToSave,
): Promise<SavedStart> {
  const { caller, call, slot } = toSave
  const { body } = call
  const amountOf: AmountOf = (name) => amount(caller.projectId, name)
  const assistant = await slot.assistant(DEFAULT_ASSISTANT)
  const wishes = {
    tools: readTools(body, amountOf),
    system: body['system'],
    settings: body['callSettings'],
    canApprove: isOurs,
  }
  const ask = createAsk(assistant, caller, wishes, amountOf)
  const turn = readTurn(body, amountOf)
  const saved = { ...toSave, assistant, amountOf, ask }
  return turn.type === 'continue'
    ? startContinue({ store, files, driver, onError }, saved, turn)
    : startSubmit({ store, files, room, titles, driver, onError }, saved, turn)
}
