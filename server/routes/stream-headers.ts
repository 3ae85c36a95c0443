/** Nothing on the way may keep, pack or change a stream: each chunk is read as it comes. */
const UNTOUCHED = {
  'Cache-Control': 'no-cache, no-transform',
  // Caddy 2.6 packs a stream whose first piece is long, in spite of `no-transform`, and never flushes it. It leaves
  // alone what has an encoding.
  'Content-Encoding': 'identity',
  'X-Accel-Buffering': 'no',
}

/** Of a UI message stream. */
export const STREAM_HEADERS = {
  ...UNTOUCHED,
  'Content-Type': 'text/event-stream; charset=utf-8',
  'x-vercel-ai-ui-message-stream': 'v1',
}

/** Of a data stream. */
export const DATA_STREAM_HEADERS = {
  ...UNTOUCHED,
  'Content-Type': 'text/plain; charset=utf-8',
  'x-vercel-ai-data-stream': 'v1',
}

/** Of a text that grows. */
export const TEXT_STREAM_HEADERS = {
  ...UNTOUCHED,
  'Content-Type': 'text/plain; charset=utf-8',
}
