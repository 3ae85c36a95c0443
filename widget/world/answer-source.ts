/** Source of answers. */
export type AnswerSource =
  /** Our server's chat call. */
  | { readonly type: 'chat' }
  /** A chat endpoint of the operator, as served by the AI SDK. */
  | {
      readonly type: 'endpoint'
      readonly url: string
      /** True for that of a preview, which our own server answers. */
      readonly isOurs?: boolean
    }
  /** An assistant of a server of the contract, called by `POST /runs/stream`. */
  | { readonly type: 'assistant'; readonly assistantId: string }
