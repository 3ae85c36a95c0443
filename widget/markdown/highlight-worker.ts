import { highlightCode } from './highlight-code.ts'
import type { Piece } from './highlighter.ts'

// What `startHighlightWorker` starts: a piece in, its tokens out.
addEventListener('message', ({ data: { language, code } }: MessageEvent<Piece>) => {
  postMessage(highlightCode(language, code))
})
