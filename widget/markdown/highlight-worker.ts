import { highlightCode, type Piece } from './highlight-code.ts'

// What `startHighlightWorker` starts: a piece in, its tokens out.
addEventListener('message', ({ data }: MessageEvent<Piece>) => {
  postMessage(highlightCode(data))
})
