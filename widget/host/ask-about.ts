import { CONTEXT_NAME_MAX_CHARACTERS } from '../../shared/context-data.ts'
import { isPlainObject } from '../../shared/json.ts'
import { addReferenceAtom } from '../conversation/atoms/references.ts'
import { awaitThreadAtom } from '../state/session.ts'
import { invalid, type Command } from './page-call.ts'

/** Of what is asked about, and of its address. */
export const REFERENCE_MAX_CHARACTERS = 2_000

/** Puts something of the page above the composer; see `ChatCommands`. */
export const askAbout: Command = async (store, call, given = null) => {
  const { label, text = '', link = '' } = isPlainObject(given) ? given : {}
  const isShort = (value: unknown, most: number): value is string =>
    typeof value === 'string' && value.length <= most
  if (
    !isShort(label, CONTEXT_NAME_MAX_CHARACTERS) ||
    label.trim() === '' ||
    !isShort(text, REFERENCE_MAX_CHARACTERS) ||
    !isShort(link, REFERENCE_MAX_CHARACTERS)
  ) {
    throw invalid(
      `askAbout: expected { label, text, link }: a label of 1 to ${CONTEXT_NAME_MAX_CHARACTERS} characters, the others of at most ${REFERENCE_MAX_CHARACTERS}`,
    )
  }
  await call.within(store.set(awaitThreadAtom))
  store.set(addReferenceAtom, { label, text, link })
  return null
}
