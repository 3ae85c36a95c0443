import { AlcoveError } from '../../shared/errors.ts'

/** What went wrong with a provider, as far as it matters for what to do about it. */
export type FailureKind =
  | 'key'
  | 'credit'
  | 'model'
  | 'address'
  | 'busy'
  | 'down'
  | 'unreachable'
  | 'timeout'
  | 'stalled'
  | 'too-slow'
  | 'malformed'
  | 'cut'
  | 'too-long'
  | 'refused'
  | 'unsupported'
  | 'unknown'

/** What only the operator can put right: on a public server nobody else reads what it is. */
const OPERATOR_KINDS: readonly FailureKind[] = ['key', 'credit', 'model', 'address']
const UNAVAILABLE_TEXT = 'The assistant cannot answer at the moment. Try again later.'

/**
 * What the person in the chat reads.
 *
 * @param isPublic whether that may be somebody else than the operator.
 */
export const failureText = (kind: FailureKind, isPublic: boolean): string =>
  isPublic && OPERATOR_KINDS.includes(kind) ? UNAVAILABLE_TEXT : FAILURE_TEXTS[kind]

/** Nothing of the provider's own words, ever. */
export const FAILURE_TEXTS: Readonly<Record<FailureKind, string>> = {
  key: 'The model provider did not accept this server’s key. The operator of this site has to correct it.',
  credit:
    'The account at the model provider has no credit left. The operator of this site has to top it up.',
  model:
    'The configured model does not exist at the provider. The operator of this site has to correct it.',
  address:
    'What answers at the configured address is not a model. The operator of this site has to correct it.',
  busy: 'The model has too many requests at the moment. Wait a little, then try again.',
  down: 'The model provider has a problem at the moment. Try again in a little while.',
  unreachable: 'The model could not be reached. Try again in a little while.',
  timeout: 'The model did not answer in time. Try again.',
  stalled: 'The model stopped in the middle of its answer. Try again.',
  'too-slow': 'The answer took too long and was ended. Try again, or ask for something shorter.',
  malformed: 'The model’s answer could not be read. Try again.',
  cut: 'The connection to the model broke before the answer was complete. Try again.',
  'too-long':
    'This conversation has become too long for the model. Start a new one, or shorten the message.',
  refused: 'The model did not accept this request. Change the message, then try again.',
  unsupported:
    'The model cannot read one of the files in this conversation. Start a new one without it.',
  unknown: 'Something went wrong while the model answered. Try again.',
}

/** A failure that our own code found; `detail` is for logs and quotes nobody. */
export function createFailure(kind: FailureKind, detail: string): AlcoveError {
  return new AlcoveError('model_failed', FAILURE_TEXTS[kind], { data: { kind, detail } })
}
