/** The formats of a transcript, each with its media type. */
export const TRANSCRIPT_MEDIA_TYPES = {
  md: 'text/markdown',
  html: 'text/html',
  json: 'application/json',
} as const
export type TranscriptFormat = keyof typeof TRANSCRIPT_MEDIA_TYPES
