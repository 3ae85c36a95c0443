import { AlcoveError } from '../../shared/errors.ts'

/** `text`: a data stream, or a title as it grows. `events`: a UI message stream. */
export type StreamKind = 'text' | 'events'

const KINDS: Readonly<Record<string, StreamKind>> = {
  'text/plain': 'text',
  'text/event-stream': 'events',
  'text/*': 'text',
  '*/*': 'text',
}

/**
 * Which stream the caller reads: the first kind that `Accept` names; text without the header.
 *
 * @throws AlcoveError `invalid_request` when it names none.
 */
export function readStreamKind(accept: string | undefined): StreamKind {
  if (accept === undefined || accept.trim() === '') return 'text'
  for (const item of accept.toLowerCase().split(',')) {
    const kind = KINDS[item.split(';')[0]?.trim() ?? '']
    if (kind !== undefined) return kind
  }
  throw new AlcoveError('invalid_request', 'Accept: expected text/plain or text/event-stream.')
}
