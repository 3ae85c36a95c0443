// The npm entry: importing it does nothing and needs no window.
import type { ChatInstance, ChatOptions, TokenAuth } from './chat-instance.ts'
import { createChat as startChat } from './create-chat.ts'
import { readCredentials } from './panel/read-credentials.ts'

/**
 * Puts a chat on the page, as the script tag does.
 *
 * @throws AlcoveError `config_invalid` for an `auth` that says not who chats.
 */
export function createChat(options: ChatOptions): ChatInstance {
  const { auth } = options
  const isWord = auth === undefined || auth === 'anonymous' || auth === 'token'
  if (!isWord && typeof (auth as Partial<TokenAuth> | null)?.getToken !== 'function') {
    const [, fault] = readCredentials(auth)
    if (fault) throw fault
  }
  return startChat(options)
}

export { AlcoveError } from '../shared/errors.ts'
export type { ErrorCode } from '../shared/errors.ts'
export type { HostOptions } from '../shared/options.ts'
export type { GetToken, TokenQuestion, TokenReason } from '../shared/bridge/contract.ts'
export type { ArgumentIssue, ToolScope } from '../shared/bridge/contract.ts'
export type { JsonObject, JsonValue } from '../shared/json.ts'
export type {
  Actor,
  ApiKeyAuth,
  ChatEvents,
  ChatInstance,
  ChatOptions,
  TokenAuth,
  ToolContext,
  ToolDefinition,
} from './chat-instance.ts'
