import { atom } from 'jotai/vanilla'
import type { ToolAnswer } from '../engine/tool-answer.ts'
import { sessionBaseAtom } from './open-session.ts'
import { humanRequestsFactAtom } from './thread-facts.ts'

/** What tools of the page ask of the person now. */
export const humanRequestsAtom = atom((get) => get(humanRequestsFactAtom))

/** What a person decides about a call that waits. */
export const answerToolAtom = atom(null, (get, _set, toolCallId: string, answer: ToolAnswer) =>
  get(sessionBaseAtom)?.answerTool(toolCallId, answer),
)
