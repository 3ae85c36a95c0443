/** Proxies must not cache, compress or change a stream: each chunk is read as it arrives. */
const UNTOUCHED = {
  'Cache-Control': 'no-cache, no-transform',
  // Caddy 2.6 compresses a stream whose first piece is long, in spite of `no-transform`, and never flushes
  // it. Answers with an encoding are left alone.
  'Content-Encoding': 'identity',
  'X-Accel-Buffering': 'no',
}

/** Headers of a UI message stream. */
export const STREAM_HEADERS = {
  ...UNTOUCHED,
  'Content-Type': 'text/event-stream; charset=utf-8',
  'x-vercel-ai-ui-message-stream': 'v1',
}

/** Headers of a data stream. */
export const DATA_STREAM_HEADERS = {
  ...UNTOUCHED,
  'Content-Type': 'text/plain; charset=utf-8',
  'x-vercel-ai-data-stream': 'v1',
}

/** Headers of a text stream. */
export const TEXT_STREAM_HEADERS = {
  ...UNTOUCHED,
  'Content-Type': 'text/plain; charset=utf-8',
}
