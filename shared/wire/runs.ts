export const TITLE_ASSISTANT = 'system/thread_title'
export const DATA_STREAM_FORMAT = 'vercel-ai-data-stream/v1'
/** Published clients send this thread if they have none. */
export const NO_THREAD_PLACEHOLDER = 'unstable_todo'
/** Maximum of unknown attributes, as JSON text in UTF-8. */
export const REPORT_ATTRIBUTES_MAX_BYTES = 16_384
