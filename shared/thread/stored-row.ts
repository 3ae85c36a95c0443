import type { JsonObject, JsonValue } from '../json.ts'
import type { Attachment } from './attachment.ts'
import type { Message } from './message.ts'

/** The contract's own format. */
export const AUI_V0 = 'aui/v0'

/** A row of the contract, as much as decoding needs. */
export interface StoredRow {
  readonly id: string
  readonly created_at: string
  readonly format: string
  readonly content: JsonObject
}

/** What a format says of a message, before the rules that hold for every one. */
export type DecodedRow = Pick<Message, 'content' | 'status' | 'metadata'> & {
  readonly attachments: readonly Attachment[]
}

/** A value where a name belongs, for a warning. */
export const nameOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)
