import { atom } from 'jotai/vanilla'
import type { ToolAnswer } from '../tools/decide-call.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import { shownConversationAtom } from './conversations.ts'

export { humanRequestsAtom } from './conversations.ts'
export type { BrowserTool, RunTool, ToolContext } from '../tools/tool-registry.ts'
export type { ToolRegistry } from '../tools/tool-registry.ts'
export { notJsonWarning } from '../tools/tool-registry.ts'

const pageToolsBaseAtom = atom<ToolRegistry | null>(null)

/** The frame's tools; `null` in a store that `createChatStore` did not make. */
export const pageToolsAtom = atom((get) => get(pageToolsBaseAtom))
export const provideToolsAtom = atom(null, (_get, set, tools: ToolRegistry) =>
  set(pageToolsBaseAtom, tools),
)

/** The tools of this frame: one registry for a store, whoever chats. */
export const toolRegistryAtom = atom((get) => {
  const tools = get(pageToolsAtom)
  if (!tools) throw new Error('A store of createChatStore was expected.')
  return tools
})

const declaringAtom = atom<Promise<void> | null>(null)

/** What the host page declared is not in the registry yet. */
export const areToolsComingAtom = atom((get) => get(declaringAtom) !== null)

/** The tools of the host page are there once this settles, well or not. */
export const expectToolsAtom = atom(null, (get, set, declaring: Promise<unknown>) => {
  const settle = () => {
    if (get(declaringAtom) === settled) set(declaringAtom, null)
  }
  const settled = declaring.then(settle, settle)
  set(declaringAtom, settled)
})

/** Waits for them; never rejects. */
export const awaitToolsAtom = atom(null, async (get) => {
  await get(declaringAtom)
})

/** What a person decides about a call that waits. */
export const answerToolAtom = atom(null, (get, _set, toolCallId: string, answer: ToolAnswer) =>
  get(shownConversationAtom)?.answerTool(toolCallId, answer),
)
