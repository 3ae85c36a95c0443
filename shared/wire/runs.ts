export const TITLE_ASSISTANT = 'system/thread_title'
export const DATA_STREAM_FORMAT = 'vercel-ai-data-stream/v1'
/** Published clients name this thread when they mean none. */
export const NO_THREAD_PLACEHOLDER = 'unstable_todo'
/** Attributes beyond the known ones, as JSON text in UTF-8. */
export const REPORT_ATTRIBUTES_MAX_BYTES = 16_384
