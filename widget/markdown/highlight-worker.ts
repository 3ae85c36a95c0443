import { highlightCode, type Piece } from './highlight-code.ts'

// The worker of `startHighlightWorker`: receives a piece, sends its tokens.
addEventListener('message', ({ data }: MessageEvent<Piece>) => {
  postMessage(highlightCode(data))
})
