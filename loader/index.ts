// The npm entry: importing it does nothing and needs no window.
export { createChat } from './create-chat.ts'
export { AlcoveError } from '../shared/errors.ts'
export type { ErrorCode } from '../shared/errors.ts'
export type { HostOptions } from '../shared/options.ts'
export type { TokenQuestion, TokenReason } from '../shared/bridge/contract.ts'
export type { ArgumentIssue, ToolScope } from '../shared/bridge/host-tool.ts'
export type { JsonObject, JsonValue } from '../shared/json.ts'
export type {
  Actor,
  ChatEvents,
  ChatInstance,
  GetToken,
  ToolContext,
  ToolDefinition,
} from './chat-instance.ts'
