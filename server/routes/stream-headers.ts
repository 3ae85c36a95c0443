/** Nothing on the way may keep, pack or change a stream: each chunk is read as it comes. */
const UNTOUCHED = {
  'Cache-Control': 'no-cache, no-transform',
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
