/** A step of a script; README.md explains each. Times are milliseconds, rates are tokens per second. */
export type Command =
  | { readonly name: 'say' | 'reason' | 'units'; readonly text: string }
  | { readonly name: 'json'; readonly text: string }
  | { readonly name: 'tokens'; readonly count: number; readonly rate: number }
  | { readonly name: 'markdown'; readonly file: string; readonly rate: number }
  | { readonly name: 'tool'; readonly tool: string; readonly input: string; readonly whole: string }
  | { readonly name: 'wait'; readonly ms: number }
  | { readonly name: 'drip'; readonly ms: number; readonly totalMs: number }
  | { readonly name: 'hold'; readonly key: string }
  | { readonly name: 'split'; readonly bytes: number }
  | {
      readonly name: 'status'
      readonly status: number
      readonly times: number
      readonly retryAfter: string | undefined
    }
  | { readonly name: 'redirect'; readonly location: string }
  | { readonly name: 'error'; readonly message: string }
  | { readonly name: 'finish'; readonly reason: string }
  | { readonly name: 'echo' | 'headers' | 'garbage' | 'html' | 'cut' | 'eof' | 'next' }
