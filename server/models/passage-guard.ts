import type { AnswerKnowledge } from './answer-knowledge.ts'
import type { ModelRequest } from './model.ts'
import type { ReadCall } from './tool-set.ts'

/** The model's text about a call that needs a person's approval, for a client that cannot ask for one. */
export const CANNOT_ASK_TEXT =
  'This call was not made: the answer rests on pages that nobody has checked, so a person has to approve it, and this chat cannot ask one.'

/** Decides which calls a person has to approve once the model has read a passage of the owner's pages. */
export interface PassageGuard {
  /** The call as it may be made: refused, if it would have to ask and cannot. */
  judge(call: ReadCall): ReadCall
  /** True if a person has to approve a call of this server's tools. */
  asks(call: ReadCall): boolean
}

/**
 * A passage can talk the model into any call, so that each call asks: also of tools that never ask otherwise.
 * Exceptions are tools that only read, and those that the operator trusts. A page's own tools ask in the frame,
 * which knows what its person allowed; a frame that does not tell a tool's scope does not ask.
 */
export function createPassageGuard(
  knowledge: AnswerKnowledge | undefined,
  { tools = [], canAsk = false }: Pick<ModelRequest, 'tools' | 'canAsk'>,
): PassageGuard {
  const scopes = new Map(tools.map(({ name, scope }) => [name, scope]))

  function mustAsk(call: ReadCall): boolean {
    if (knowledge?.hasPassages !== true || knowledge.trustedTools.has(call.toolName)) return false
    if (call.type === 'own') return call.tool.scope !== 'read'
    return call.type === 'browser' && scopes.get(call.toolName) !== 'read'
  }

  return {
    judge(call) {
      if (!mustAsk(call)) return call
      const isAskable = canAsk && (call.type === 'own' || scopes.get(call.toolName) !== undefined)
      if (!isAskable) return { ...call, type: 'wrong', problem: CANNOT_ASK_TEXT }
      return call.type === 'browser' ? { ...call, asksFirst: true } : call
    },
    asks: mustAsk,
  }
}
