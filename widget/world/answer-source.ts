/** Where answers come from. */
export type AnswerSource =
  /** Our own chat call. */
  | { readonly type: 'chat' }
  /** A chat endpoint of the operator's own, as the AI SDK serves it. */
  | { readonly type: 'endpoint'; readonly url: string }
  /** An assistant of a server of the contract, by `POST /runs/stream`. */
  | { readonly type: 'assistant'; readonly assistantId: string }
