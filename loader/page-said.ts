import type { GetToken, HostIdentity } from '../shared/bridge/contract.ts'
import type { ChatInstance, ToolDefinition } from './chat-instance.ts'
import type { readCredentials } from './panel/read-credentials.ts'

/**
 * Who chats, one after the other: the identity of now, the token function of an epoch, and how to name
 * the next one. Naming fails with what is wrong, and then nobody chats.
 */
export function createIdentities(
  who: unknown,
  importPanel: () => Promise<{ readonly readCredentials: typeof readCredentials }>,
  tell: () => unknown,
  tellQuietly: () => void,
) {
  let identity: HostIdentity = { epoch: 0, mode: who === 'anonymous' ? who : 'token' }
  let named: { getToken?: GetToken } = {}

  return [
    () => identity,
    (epoch: unknown = identity.epoch) => (epoch === identity.epoch ? named.getToken : null),
    async (given: unknown) => {
      const mine: typeof named = (named = Object(given) as typeof named)
      // Only what is no function has to be looked at, by the second file.
      const [credentials, fault] =
        typeof mine.getToken === 'function' ? [] : (await importPanel()).readCredentials(given)
      // Somebody else was named meanwhile.
      if (named !== mine) return
      // Whoever cannot be known is nobody, and least of all a visitor without a name.
      identity = { epoch: identity.epoch + 1, mode: 'token', ...credentials }
      if (!fault) return tell()
      tellQuietly()
      throw fault
    },
  ] as const
}

/** One registration of a tool. */
export interface ToolEntry {
  readonly definition: ToolDefinition
}

/** The page's tools by name, and what else the page says to the model. */
export type ToolList = ReadonlyMap<string, ToolEntry> & { readonly context?: unknown }

/** Returns the list, and how the page adds to it, which returns how to take out again. */
export function createToolList(onChange: () => void, signal: AbortSignal) {
  const tools: Map<string, ToolEntry> & { context?: unknown } = new Map<string, ToolEntry>()
  const tool: ChatInstance['tool'] = (name, definition) => {
    signal.throwIfAborted()
    const entry = { definition: definition as ToolDefinition }
    tools.set(name, entry)
    onChange()
    return () => {
      // Whatever took its place stays.
      if (tools.get(name) === entry && tools.delete(name)) onChange()
    }
  }
  const context: ChatInstance['context'] = (given) => {
    signal.throwIfAborted()
    tools.context = given
    onChange()
  }
  return [tools as ToolList, { tool, context }] as const
}
