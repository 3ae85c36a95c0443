import { DEFAULT_ASSISTANT } from '../models/model.ts'
import { createAsk } from './create-ask.ts'
import { readTools } from './read-tools.ts'
import { readTurn } from './read-turn.ts'
import { amountsOf, requireAssistant } from './run-parts.ts'
import type { SavedCall, SavedParts, SavedStart } from './saved-parts.ts'
import { startContinue } from './start-continue.ts'
import { startSubmit } from './start-submit.ts'

/** Saves the turn of a chat call and starts its answer; or goes on with the answer that waits. */
export async function startSaved(parts: SavedParts, saved: SavedCall): Promise<SavedStart> {
  const { caller, call, isOurs } = saved
  const { body } = call
  const amountOf = amountsOf(parts, caller.projectId)
  const found = await requireAssistant(parts, caller.projectId, DEFAULT_ASSISTANT)
  const assistant = saved.slot.paying(DEFAULT_ASSISTANT, found)
  const wishes = {
    tools: readTools(body, amountOf),
    system: body['system'],
    settings: body['callSettings'],
    canApprove: isOurs,
  }
  const ask = createAsk(assistant, caller, wishes, amountOf)
  const turn = readTurn(body, amountOf)
  const prepared = { ...saved, assistant, amountOf, ask }
  return turn.type === 'continue'
    ? startContinue(parts, prepared, turn)
    : startSubmit(parts, prepared, turn)
}
