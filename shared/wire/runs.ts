export const TITLE_ASSISTANT = 'system/thread_title'
/** Asks for follow-up questions to the last answer, as text with one question per line. */
export const SUGGESTIONS_ASSISTANT = 'system/suggestions'
/** Maximum of suggestions after one answer. */
export const SUGGESTIONS_MAX = 3
/** Maximum length of one suggestion, in characters as people count them. A longer one is left out. */
export const SUGGESTION_MAX_CHARACTERS = 100
export const DATA_STREAM_FORMAT = 'vercel-ai-data-stream/v1'
/** Published clients send this thread if they have none. */
export const NO_THREAD_PLACEHOLDER = 'unstable_todo'
/** Maximum of unknown attributes, as JSON text in UTF-8. */
export const REPORT_ATTRIBUTES_MAX_BYTES = 16_384
