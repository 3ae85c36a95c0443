import { AlcoveError } from '../../../shared/errors.ts'

/**
 * The draft is of another revision than the person has seen.
 *
 * @param by mail of the person who changed it; null: the command line; undefined: there is no draft.
 */
export const createDraftError = (by: string | null | undefined): AlcoveError =>
  by === undefined
    ? new AlcoveError('conflict', 'The draft is gone: it was published or thrown away.', {
        hint: 'Read the settings again. Your change can be saved as a new draft.',
      })
    : new AlcoveError('conflict', `${by ?? 'The command line'} changed the draft meanwhile.`, {
        hint: 'Read the draft again, and make your change to it.',
      })

/** Another version was published than the person has seen; null: none is. */
export const createOvertakenError = (published: number | null): AlcoveError =>
  new AlcoveError(
    'conflict',
    published === null
      ? 'No version is published.'
      : `Version ${published} was published meanwhile.`,
    { hint: 'Look at the difference, and publish again. Nothing was lost.' },
  )
