/** What a conversation can be written down as, and the media type of each. */
export const TRANSCRIPT_MEDIA_TYPES = {
  md: 'text/markdown',
  html: 'text/html',
  json: 'application/json',
} as const
export type TranscriptFormat = keyof typeof TRANSCRIPT_MEDIA_TYPES
