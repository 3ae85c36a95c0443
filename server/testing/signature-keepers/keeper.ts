import type { ServerResponse } from 'node:http'

/** A request as any of the protocols sends it. */
export interface AskedModel {
  readonly model: string
  readonly messages?: readonly ChatMessage[]
  readonly input?: readonly ResponseItem[]
  readonly include?: readonly string[]
  readonly store?: boolean
}

/** A message of chat completions, or of Anthropic's protocol. */
export interface ChatMessage {
  readonly role: string
  readonly content?: string | null | readonly ContentBlock[]
  readonly reasoning_content?: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string }
    readonly extra_content?: { readonly google?: { readonly thought_signature?: string } }
  }[]
}

export interface ContentBlock {
  readonly type: string
  readonly text?: string
  readonly thinking?: string
  readonly signature?: string
  readonly data?: string
  readonly id?: string
}

/** An item of OpenAI's Responses. */
export interface ResponseItem {
  readonly type?: string
  readonly role?: string
  readonly content?: string | readonly { readonly text?: string }[]
  readonly call_id?: string
  readonly encrypted_content?: string | null
}

/** The next step of a model: what it thinks, then a call or a text. */
export interface Step {
  /** Number of the step among all of the server, for unique ids. */
  readonly number: number
  readonly thought: string
  /** The proof that the model wants back; the marker of leaks is in it. */
  readonly signature: string
  readonly call?: { readonly name: string; readonly args: string }
  readonly text?: string
}

/** A provider that refuses a conversation without what its model thought. */
export interface Keeper {
  /** In `ALCOVE_MODEL`, for example `openai/gpt-5`. */
  readonly model: string
  /** The words of the last message, if a person wrote it; undefined after results of calls. */
  question(asked: AskedModel): string | undefined
  /** The refusal of the provider, in its words; undefined: the conversation is accepted. */
  refuse(asked: AskedModel, said: readonly Step[]): string | undefined
  write(response: ServerResponse, step: Step): void
}

/** Writes an event, with its name in protocols that have names. */
export const writeEvent = (response: ServerResponse, data: object): void =>
  void response.write(
    `${'type' in data ? `event: ${String(data.type)}\n` : ''}data: ${JSON.stringify(data)}\n\n`,
  )

/** Text of a content that is a text or a list. */
export const textOf = (
  content: string | null | undefined | readonly { readonly text?: string }[],
): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('')
