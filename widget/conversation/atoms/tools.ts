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

/** Tools of this frame: one registry per store, independent of the person. */
export const toolRegistryAtom = atom((get) => {
  const tools = get(pageToolsAtom)
  if (!tools) throw new Error('A store of createChatStore was expected.')
  return tools
})

const declaringAtom = atom<Promise<void> | null>(null)

/** True while the host page's tools are not in the registry yet. */
export const areToolsComingAtom = atom((get) => get(declaringAtom) !== null)

/**
 * Notes that the host page's tools are being declared; they are there once the promise settles, also if it
 * rejects.
 */
export const expectToolsAtom = atom(null, (get, set, declaring: Promise<unknown>) => {
  const settle = () => {
    if (get(declaringAtom) === settled) set(declaringAtom, null)
  }
  const settled = declaring.then(settle, settle)
  set(declaringAtom, settled)
})

/** Waits for the host page's tools. Never rejects. */
export const awaitToolsAtom = atom(null, async (get) => {
  await get(declaringAtom)
})

/** A person's decision about a waiting call. */
export const answerToolAtom = atom(null, (get, _set, toolCallId: string, answer: ToolAnswer) =>
  get(shownConversationAtom)?.answerTool(toolCallId, answer),
)
